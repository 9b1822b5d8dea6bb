// Members' own lists, of a member who follows much and mutes words, and long replies to people who mute words.
import { connect } from '../api/database/connection.ts'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { generate } from './generate.ts'
import { median } from './load.ts'
import { LONG_REPLY, postReply, type SignedUp, signUpMembers } from './members.ts'
import type { Row } from './report.ts'

const DISCUSSIONS = 10_000
const FOLLOWED = 300
const WORDS = 25
const READS = 100
const NAMED = 7
const WORDS_OF_NAMED = 200
const REPLIES = 30
/** The part of a discussion's time that was read: of the long one with 20,000 replies some 16,000. */
const READ_SHARE = 0.78

/** @returns rows for each, measured on a separate server */
export async function memberListRows(): Promise<Row[]> {
  const site = await startServer()
  try {
    await generate(site.adminDatabaseUrl, DISCUSSIONS)
    const members = await signUpMembers(site, NAMED * 2 + 3)
    const [reader, plain, author, ...named] = members as [SignedUp, SignedUp, SignedUp, ...SignedUp[]]
    const words = (count: number) => Array.from({ length: count }, (_, n) => `unheard word ${n}`)
    const followed = await followWidely(site.adminDatabaseUrl, reader.id, words(WORDS))
    await followWidely(site.adminDatabaseUrl, plain.id, [])
    for (const { id } of named.slice(NAMED)) await mute(site.adminDatabaseUrl, id, words(WORDS_OF_NAMED))
    const lists = {
      'For you': '/rest/v1/rpc/for_you',
      'all that is unread': '/rest/v1/rpc/unread_threads',
      'unread replies of 100 discussions': `/rest/v1/rpc/unread_replies?thread_ids={${followed.ids.slice(0, 100).join()}}`,
      'what is unread in a category': `/rest/v1/rpc/unread_threads?category=${followed.category}`,
      'what is new, and how much': '/rest/v1/rpc/news',
    }
    const rows: Row[] = []
    for (const [what, path] of Object.entries(lists)) {
      const withWords = await readTime(site, reader, path)
      const without = await readTime(site, plain, path)
      rows.push({
        what: `${what}, ${FOLLOWED} follows, ${WORDS} muted words: median`,
        value: withWords,
        unit: 'ms',
        ceiling: 100,
        aim: 10,
        note: `${without.toFixed(1)} ms without muted words`,
      })
    }
    const at = (people: SignedUp[]) =>
      `<p>${people.map(({ id }) => `@bench_${members.findIndex((member) => member.id === id)}`).join(' ')}</p>`
    const thread = followed.ids.at(-1) ?? ''
    const unmuted: number[] = []
    const muted: number[] = []
    for (let turn = 0; turn < REPLIES; turn += 1) {
      unmuted.push(
        await replyTime(site, author, thread, `${at(named.slice(0, NAMED))}<p>${turn}</p>${LONG_REPLY}`),
      )
      muted.push(
        await replyTime(site, author, thread, `${at(named.slice(NAMED))}<p>${turn}</p>${LONG_REPLY}`),
      )
    }
    rows.push({
      what: `a reply of 68 kB that names ${NAMED} members with ${WORDS_OF_NAMED} muted words each / with none`,
      value: median(muted) / median(unmuted),
      unit: 'x',
      ceiling: 1.5,
      aim: 1.1,
      note: `${Math.round(median(muted))} against ${Math.round(median(unmuted))} ms`,
    })
    return rows
  } finally {
    await site.stop()
  }
}

/**
 * Lets a member of a generated community follow its latest discussions, read most of each, and mute `words`.
 * @returns the ids of the discussions, the latest first, and a category of many of them
 */
export async function followWidely(
  ownerUrl: string,
  member: string,
  words: readonly string[],
): Promise<{ ids: string[]; category: string }> {
  const sql = connect(ownerUrl, { max: 1 })
  try {
    await sql`set session_replication_role = replica`
    const threads = await sql<{ id: string; category: string }[]>`
      select id, category_id as category from public.threads order by last_activity desc limit ${FOLLOWED}::int`
    const ids = threads.map(({ id }) => id)
    const mark = sql`created_at + ${READ_SHARE}::float8 * (last_activity - created_at)`
    await sql`
      insert into public.thread_subscriptions (user_id, thread_id, last_read_at)
      select ${member}::uuid, id, ${mark} from public.threads where id = any(${ids}::uuid[])`
    await sql`
      insert into public.thread_reads (user_id, thread_id, read_until)
      select ${member}::uuid, id, ${mark} from public.threads where id = any(${ids}::uuid[])`
    await mute(ownerUrl, member, words)
    await sql`analyze public.thread_subscriptions, public.thread_reads, public.mutes`
    return { ids, category: threads[0]?.category ?? '' }
  } finally {
    await sql.end()
  }
}

async function mute(ownerUrl: string, member: string, words: readonly string[]): Promise<void> {
  const sql = connect(ownerUrl, { max: 1 })
  await sql`insert into public.mutes (user_id, word) select ${member}::uuid, unnest(${words}::text[])`
  await sql.end()
}

/** Median time of a read in milliseconds, one at a time. */
async function readTime(site: TestServer, { token }: SignedUp, path: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < READS; turn += 1) {
    const start = performance.now()
    const response = await fetch(site.url + path, {
      headers: { apikey: site.publishableKey, authorization: `Bearer ${token}` },
    })
    const rows = (await response.json()) as unknown[]
    if (!response.ok || rows.length === 0)
      throw new Error(`${path} answered ${response.status} and ${rows.length} rows`)
    times.push(performance.now() - start)
  }
  return median(times)
}

async function replyTime(
  site: TestServer,
  member: SignedUp,
  thread: string,
  content: string,
): Promise<number> {
  const start = performance.now()
  const response = await postReply(site, member, thread, content)
  if (response.status !== 201)
    throw new Error(`a reply answered ${response.status}: ${await response.text()}`)
  return performance.now() - start
}
