// Seven members who mute two hundred words each follow a discussion with replies as long as they may be, one of which names
// them all: those who follow another discussion are told in time, and others reply beside it.
import { setTimeout as sleep } from 'node:timers/promises'
import { LONG_REPLY, postReply, type SignedUp, signUpMembers } from '../../bench/members.ts'
import { type Row, rowsOf } from '../../bench/report.ts'
import { openDatabase } from '../support/identity.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openThreads } from './ledger.ts'

const MUTERS = 7
const WORDS = 200
const TOLD_WITHIN_S = 10
const REPLY_WITHIN_MS = 1_000
/** Twice what is allowed, so that a late one is told from one that is lost. */
const GIVE_UP_AFTER_MS = 2 * TOLD_WITHIN_S * 1_000
const CHECK_EVERY_MS = 100

export async function mutedWords(): Promise<Row[]> {
  const site = await startServer({ SEED: 'sample' })
  try {
    const members = await signUpMembers(site, MUTERS + 4)
    const muters = members.slice(0, MUTERS)
    const [author, neighbour, elsewhere, follower] = members.slice(MUTERS) as [
      SignedUp,
      SignedUp,
      SignedUp,
      SignedUp,
    ]
    const [thread = '', other = ''] = await openThreads(site, 2)
    await prepare(site, { muters, follower, thread, other })
    // The first statements of each kind are planned.
    for (const member of [author, neighbour]) await reply(site, member, other, '<p>A first reply</p>')

    const posted = performance.now()
    const replies = [
      await reply(site, author, thread, LONG_REPLY),
      await reply(site, elsewhere, other, '<p>News elsewhere</p>'),
    ]
    const unrelated = await told(site, follower, other, posted)
    const followers = await Promise.all(muters.map((muter) => told(site, muter, thread, posted)))

    const names = `<p>${muters.map((_, index) => `@bench_${index}`).join(' ')}</p>`
    let isOver = false
    const naming = reply(site, author, thread, names + LONG_REPLY).finally(() => {
      isOver = true
    })
    const short: Reply[] = []
    do short.push(await reply(site, neighbour, thread, `<p>A short reply ${short.length}</p>`))
    while (!isOver)
    replies.push(await naming, ...short)
    const failed = replies.filter(({ status }) => status !== 201)

    const row = rowsOf(`replies of 68 kB, ${MUTERS} followers who mute ${WORDS} words each`)
    const milliseconds = { unit: 'ms', ceiling: REPLY_WITHIN_MS, aim: 200 }
    const seconds = { unit: 's', ceiling: TOLD_WITHIN_S, aim: 2 }
    return [
      row('a follower of another discussion is told after', unrelated, seconds),
      row('the last of the seven is told after', Math.max(...followers), seconds),
      row('the reply that names the seven', (await naming).ms, milliseconds),
      row('slowest short reply of another member meanwhile', Math.max(...short.map(({ ms }) => ms)), {
        ...milliseconds,
        note: `of ${short.length}`,
      }),
      row('replies that failed', failed.length, { note: failed.map(({ status }) => status).join(', ') }),
    ]
  } finally {
    await site.stop()
  }
}

type Setting = { muters: SignedUp[]; follower: SignedUp; thread: string; other: string }

async function prepare(site: TestServer, { muters, follower, thread, other }: Setting): Promise<void> {
  const sql = openDatabase(site)
  const ids = muters.map(({ id }) => id)
  await sql`
    insert into public.mutes (user_id, word)
    select m, 'unheard word ' || n from unnest(${ids}::uuid[]) m, generate_series(1, ${WORDS}::int) n`
  await sql`
    insert into public.thread_subscriptions (user_id, thread_id)
    select m, ${thread}::uuid from unnest(${ids}::uuid[]) m union all select ${follower.id}::uuid, ${other}::uuid`
  await sql.end()
}

type Reply = { status: number; ms: number }

async function reply(site: TestServer, member: SignedUp, thread: string, content: string): Promise<Reply> {
  const start = performance.now()
  const response = await postReply(site, member, thread, content)
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - start }
}

/** @returns the seconds from `start` until the member has a notification of the discussion; Infinity: none came */
async function told(site: TestServer, { token }: SignedUp, thread: string, start: number): Promise<number> {
  while (performance.now() - start < GIVE_UP_AFTER_MS) {
    const response = await fetch(
      `${site.url}/rest/v1/notifications?select=id&thread_id=eq.${thread}&limit=1`,
      {
        headers: { apikey: site.publishableKey, authorization: `Bearer ${token}` },
      },
    )
    if (((await response.json()) as unknown[]).length > 0) return (performance.now() - start) / 1_000
    await sleep(CHECK_EVERY_MS)
  }
  return Number.POSITIVE_INFINITY
}
