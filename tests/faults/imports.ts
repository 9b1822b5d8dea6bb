// Another forum with 100,000 replies is imported beside a site whose members write, and the import is killed again and
// again: everything is there once, and no member was refused.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { connect } from '../../api/database/connection.ts'
import { signUpMembers } from '../../bench/members.ts'
import { type Row, rowsOf } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'
import { lostEntries, openLedger, openThreads } from './ledger.ts'
import { scratchFolder } from './scratch.ts'

const [MEMBERS, THREADS, REPLIES, VOTES] = [2_000, 3_000, 100_000, 20_000]
const KILLS = 8
/** After the start of the program: while it reads, or loads any kind. */
const KILLED_AFTER_MS = { least: 3_000, most: 30_000 }
const ROOT = join(import.meta.dirname, '../..')

export async function importUnderLoad(): Promise<Row[]> {
  const folder = scratchFolder()
  const file = join(folder.path, 'dump.sql.gz')
  writeFileSync(file, gzipSync(discourseDump(), { level: 1 }))
  // Alone, into an empty folder.
  const alone = await importInto(join(folder.path, 'alone'), file)
  const site = await startServer({ DATA_DIR: join(folder.path, 'site'), SEED: 'sample' })
  const members = await signUpMembers(site, 10)
  const ledger = openLedger(site, members, await openThreads(site, 10))
  let kills = 0
  for (let ended = false; !ended; ) {
    const running = importInto(
      join(folder.path, 'site'),
      file,
      kills < KILLS ? between(KILLED_AFTER_MS) : null,
    )
    ended = !(await running).killed
    if (!ended) kills += 1
  }
  await ledger.close()
  const lost = await lostEntries(site.adminDatabaseUrl, ledger.acknowledged)
  const again = await importInto(join(folder.path, 'site'), file)
  const sql = connect(site.adminDatabaseUrl, { max: 1 })
  const [found] = await sql<{ replies: number; distinct: number; votes: number; told: number }[]>`
    select count(*)::int as replies, count(distinct n.number)::int as distinct,
      (select count(*)::int from private.imported i join public.reactions v on v.id = i.id) as votes,
      (select count(*)::int from public.notifications n join private.imported i on i.id = n.reply_id)
        + (select count(*)::int from private.changes c join private.imported i on i.id::text = c.payload ->> 'id') as told
    from (
      select substring(r.content from '^<p>Reply (\\d+)\\.') as number from public.replies r
    ) n
    where n.number is not null`
  const wrong = await sql`select from private.recount() where corrected > 0`
  await sql.end()
  await site.stop()
  folder.remove()
  const what = `an import of ${REPLIES} replies that is killed while 10 members write`
  const row = rowsOf(what)
  return [
    {
      what: 'an import into an empty folder',
      value: repliesPerSecond(alone.output),
      unit: 'replies/s',
      floor: 1_000,
      aim: 2_000,
    },
    { what: `${what}: times killed`, value: kills, unit: '', floor: KILLS, aim: KILLS },
    row('replies that are missing', REPLIES - (found?.distinct ?? 0)),
    row('replies that are there twice', (found?.replies ?? 0) - (found?.distinct ?? 0)),
    row('votes that are missing', VOTES - (found?.votes ?? 0)),
    row('rows that a second run adds', added(again.output)),
    row('notifications and change events of imported rows', found?.told ?? Number.NaN),
    row('writes of members refused', ledger.refused, {
      note: [
        `of ${ledger.acknowledged.length + ledger.refused}`,
        ...[...ledger.answers].map(([answer, times]) => `${times} × ${answer}`),
      ].join(', '),
    }),
    row('acknowledged writes that are lost', lost),
    row('wrong counters', wrong.length),
  ]
}

function between({ least, most }: { least: number; most: number }): number {
  return least + Math.random() * (most - least)
}

function repliesPerSecond(output: string): number {
  const line = output.split('\n').findLast((text) => text.startsWith('reply:')) ?? ''
  return Number(/ (\d+)\/s$/.exec(line)?.[1])
}

/** @param killAfterMs SIGKILL, as an operator or the kernel would */
async function importInto(dataDir: string, file: string, killAfterMs: number | null = null) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/import.ts'), 'discourse', file], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const stopped = new AbortController()
  if (killAfterMs !== null) {
    sleep(killAfterMs, undefined, { signal: stopped.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    )
  }
  const [code, signal] = await once(child, 'exit')
  stopped.abort()
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the import ended with ${code}:\n${output}`)
  return { output, killed: signal === 'SIGKILL' }
}

function added(output: string): number {
  const [, counts = ''] = /^Added: (.*)\.$/m.exec(output) ?? []
  if (counts === '') throw new Error(`the import did not end:\n${output}`)
  return counts.split(', ').reduce((sum, count) => sum + Number(count.split(' ')[1]), 0)
}

/** Threads by Zipf; posts of some 300 characters, one in ten with a quote. */
function discourseDump(): Buffer {
  const day = (n: number) =>
    new Date(Date.UTC(2016, 0, 1) + n * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const section = (table: string, columns: string, rows: string[]) =>
    `COPY public.${table} (${columns}) FROM stdin;\n${rows.join('\n')}\n\\.\n`
  const list = (length: number, row: (n: number) => string) =>
    Array.from({ length }, (_, index) => row(index + 1))
  const words =
    'The expense ratio of an index fund matters more over twenty years than the day on which a plan begins. '
  const places = new Array<number>(THREADS + 1).fill(1)
  const replies = list(REPLIES, (n) => {
    const topic = 1 + (Math.floor(THREADS ** ((n * 0.618) % 1)) % THREADS)
    places[topic] = (places[topic] ?? 1) + 1
    const quote =
      n % 10 === 0 ? `[quote="member1, post:1, topic:${topic}"]\\nWhat about **costs**?\\n[/quote]\\n\\n` : ''
    return `${THREADS + n}\t${1 + (n % MEMBERS)}\t${topic}\t${places[topic]}\tReply ${n}. ${quote}${words.repeat(1 + (n % 5))}\t${day(n)}\t${day(n)}\t\\N\t\\N\tf\t1`
  })
  const users = list(MEMBERS, (n) => `${n}\tmember${n}\t${day(0)}\tt`)
  const topics = list(
    THREADS,
    (n) => `${n}\tThread number ${n}\t${1 + (n % 7)}\t${1 + (n % MEMBERS)}\t${day(n)}\t\\N\tregular\tt\t${n}`,
  )
  const opening = list(
    THREADS,
    (n) => `${n}\t${1 + (n % MEMBERS)}\t${n}\t1\t${words}\t${day(n)}\t${day(n)}\t\\N\t\\N\tf\t1`,
  )
  const votes = list(
    VOTES,
    (n) => `${n}\t${1 + (n % (REPLIES + THREADS))}\t${1 + ((n * 7) % MEMBERS)}\t2\t${day(n)}\t\\N`,
  )
  return Buffer.from(
    section('users', 'id, username, created_at, active', users) +
      section(
        'categories',
        'id, name, slug, read_restricted',
        list(7, (n) => `${n}\tSubject ${n}\tsubject-${n}\tf`),
      ) +
      section(
        'topics',
        'id, title, category_id, user_id, created_at, deleted_at, archetype, visible, views',
        topics,
      ) +
      section(
        'posts',
        'id, user_id, topic_id, post_number, raw, created_at, updated_at, reply_to_post_number, deleted_at, hidden, post_type',
        [...opening, ...replies],
      ) +
      section('post_actions', 'id, post_id, user_id, post_action_type_id, created_at, deleted_at', votes),
  )
}
