// The category page's query on /rest/v1: against a hand-written handler that runs the very same SQL text, and
// against `@supabase/lite` on the same PostgreSQL. Over the sample community and over a hundred thousand discussions:
// with a handful of rows to sort, what is compared is the overhead of two servers, and the hand-written handler shows
// how far any server can be ahead there; a forum that has grown shows whose SQL an index serves (docs/decisions/0008).
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../api/database/connection.ts'
import { poolUrl } from '../api/database/pool-role.ts'
import { readCatalog } from '../api/rest/catalog.ts'
import { parseQuery } from '../api/rest/parse.ts'
import { planReadRequest, relationOf } from '../api/rest/plan-relation-request.ts'
import { readRequest, splitAddress } from '../api/rest/request.ts'
import { REST_DEFAULTS } from '../api/rest/settings.ts'
import type { Statement } from '../api/rest/sql.ts'
import { storedSecrets } from '../api/secrets.ts'
import type { TestServer } from '../tests/support/server.ts'
import { against, type requestsPerSecond } from './load.ts'
import type { Row } from './report.ts'

const LITE = join(import.meta.dirname, 'node_modules/@supabase/lite')

/** The author by its key's name: notifications also lie between threads and profiles, and lite counts that. */
const SELECT =
  '*,author:profiles!threads_author_id_fkey(username,user_level,avatar_url,total_posts,joined_at),category:forum_categories!inner(name,slug)'
const HAND_WRITTEN_FLOOR = 0.7
const LITE_AIM = 18

type Tools = {
  load: (options: { url: string; headers?: Record<string, string> }) => ReturnType<typeof requestsPerSecond>
  startControl: (
    kind: 'sql' | 'lite',
    content: Record<string, unknown>,
  ) => Promise<{ url: string; stop: () => void }>
}

/** What is asked of which community. */
type Subject = {
  /** How the rows name it. */
  where: string
  category: string
  /** How many times `@supabase/lite` we must be here; without it the row only tells. */
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
  const ownerUrl = server.adminDatabaseUrl
  const { ENCRYPTION_KEY } = await storedSecrets(server.dataDir)
  const url = poolUrl(ownerUrl, ENCRYPTION_KEY)
  const handler = await startControl('sql', { url, ...(await statementOf(url, path)) })
  await sameRows(ours, { url: handler.url })
  const byHand = await against(
    () => load(ours),
    () => load({ url: handler.url }),
  )
  handler.stop()
  const rows: Row[] = [
    {
      what: `/rest/v1 category query, ${where} / hand-written handler, same SQL`,
      value: byHand.ratio,
      unit: 'x',
      floor: HAND_WRITTEN_FLOOR,
      aim: 0.9,
      note: rates(byHand),
    },
  ]
  installLite()
  const lite = await startControl('lite', { ownerUrl })
  const theirs = { url: new URL(path, lite.url).href }
  await sameRows(ours, theirs)
  const byLite = await against(
    () => load(ours),
    () => load(theirs),
  )
  lite.stop()
  rows.push({
    what: `/rest/v1 category query, ${where} / @supabase/lite, same PostgreSQL`,
    value: byLite.ratio,
    unit: 'x',
    aim: LITE_AIM,
    ...(liteFloor === undefined ? {} : { floor: liteFloor }),
    note: `${rates(byLite)}; a hand-written handler ${(byHand.control / byLite.control).toFixed(1)} x`,
  })
  return rows
}

async function statementOf(databaseUrl: string, path: string): Promise<Statement> {
  const pool = connect(databaseUrl, { max: 1 })
  const db = { pool, ownerUrl: databaseUrl, close: async () => undefined }
  try {
    const catalog = await readCatalog(db, REST_DEFAULTS.schemas)
    const url = `http://site${path}`
    const address = splitAddress(url)
    const request = readRequest(new Request(url), address, REST_DEFAULTS)
    return planReadRequest(
      catalog,
      relationOf(catalog, 'public', 'threads'),
      request,
      parseQuery(address.query),
    ).statement
  } finally {
    await db.pool.end({ timeout: 1 })
  }
}

type Target = { url: string; headers?: Record<string, string> }

/** A control that answers something else is none. */
async function sameRows(ours: Target, theirs: Target): Promise<void> {
  const ids = async ({ url, headers }: Target) => {
    const answer = await fetch(url, headers ? { headers } : {})
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
    return JSON.stringify(((await answer.json()) as { id: string }[]).map(({ id }) => id))
  }
  if ((await ids(ours)) !== (await ids(theirs)))
    throw new Error(`${theirs.url} answers other rows than we do`)
}

/** Its packages are the bench's alone, and come when they are first needed. */
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
