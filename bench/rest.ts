// The category page's query on /rest/v1, compared with a hand-written handler that runs the same SQL text and with
// `@supabase/lite` on the same PostgreSQL. It is measured on the sample community and on 100,000 threads. With a few rows
// to sort, the result compares the overhead of two servers, and the hand-written handler shows the most that any server
// can reach. With many rows it shows whose SQL can use an index (docs/decisions/0008).
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MOST_PER_ADDRESS } from '../api/database/share.ts'
import type { TestServer } from '../tests/support/server.ts'
import { handWritten } from './hand-written.ts'
import { against, type requestsPerSecond } from './load.ts'
import type { Row } from './report.ts'

const LITE = join(import.meta.dirname, 'node_modules/@supabase/lite')

/** The author by the key's name: `lite` also finds the path from threads to profiles through notifications. */
const SELECT =
  '*,author:profiles!threads_author_id_fkey(username,user_level,avatar_url,total_posts,joined_at),category:forum_categories!inner(name,slug)'
const HAND_WRITTEN_FLOOR = 0.65
const HAND_WRITTEN_AIM = 0.85
const LITE_AIM = 18

type Tools = {
  load: (options: { url: string; headers?: Record<string, string> }) => ReturnType<typeof requestsPerSecond>
  startControl: (
    kind: 'sql' | 'lite',
    content: Record<string, unknown>,
  ) => Promise<{ url: string; stop: () => void }>
}

/** The community that is queried. */
type Subject = {
  /** Its name in the rows. */
  where: string
  category: string
  /** The lowest allowed ratio to `@supabase/lite`; without it the row cannot fail. */
  liteFloor?: number
}

/** @returns one row for each control */
export async function restRows(
  server: TestServer,
  { where, category, liteFloor }: Subject,
  { load, startControl }: Tools,
): Promise<Row[]> {
  const search = new URLSearchParams({
    select: SELECT,
    'category.slug': `eq.${category}`,
    order: 'is_sticky.desc,is_pinned.desc,last_activity.desc',
    limit: '20',
  })
  const path = `/rest/v1/threads?${search}`
  const ours = { url: server.url + path, headers: { apikey: server.publishableKey } }
  const { file } = await handWritten(server, [{ method: 'GET', path }])
  // The load comes from one address.
  const handler = await startControl('sql', { ...file, connections: MOST_PER_ADDRESS })
  await assertSameRows(ours, { url: handler.url })
  const againstHandler = await against(
    () => load(ours),
    () => load({ url: handler.url }),
  )
  handler.stop()
  const rows: Row[] = [
    {
      what: `/rest/v1 category query, ${where} / hand-written handler, same SQL`,
      value: againstHandler.ratio,
      unit: 'x',
      floor: HAND_WRITTEN_FLOOR,
      aim: HAND_WRITTEN_AIM,
      note: rates(againstHandler),
    },
  ]
  installLite()
  const lite = await startControl('lite', { ownerUrl: server.adminDatabaseUrl })
  const theirs = { url: new URL(path, lite.url).href }
  await assertSameRows(ours, theirs)
  const againstLite = await against(
    () => load(ours),
    () => load(theirs),
  )
  lite.stop()
  rows.push({
    what: `/rest/v1 category query, ${where} / @supabase/lite, same PostgreSQL`,
    value: againstLite.ratio,
    unit: 'x',
    aim: LITE_AIM,
    ...(liteFloor === undefined ? {} : { floor: liteFloor }),
    note: `${rates(againstLite)}; hand-written handler ${(againstHandler.control / againstLite.control).toFixed(1)} x`,
  })
  return rows
}

type Target = { url: string; headers?: Record<string, string> }

/** A comparison is only valid if both return the same rows. */
async function assertSameRows(ours: Target, theirs: Target): Promise<void> {
  const ids = async ({ url, headers }: Target) => {
    const response = await fetch(url, headers ? { headers } : {})
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    return JSON.stringify(((await response.json()) as { id: string }[]).map(({ id }) => id))
  }
  if ((await ids(ours)) !== (await ids(theirs)))
    throw new Error(`${theirs.url} returns other rows than this server`)
}

/** Only the bench needs these packages, so they are installed on first use. */
function installLite(): void {
  if (existsSync(LITE)) return
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  })
}

function rates({ subject, control }: { subject: number; control: number }): string {
  return `${Math.round(subject)} against ${Math.round(control)} req/s`
}
