// The most frequent writes: a view, a vote, and a reply to a thread with many followers.
import { setTimeout as sleep } from 'node:timers/promises'
import type autocannon from 'autocannon'
import { connect } from '../api/database/connection.ts'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { type HandWritten, handWritten, type Sent } from './hand-written.ts'
import { against, median, requestsPerSecond } from './load.ts'
import { signUpMembers } from './members.ts'
import type { Row } from './report.ts'

const MEMBERS = 10
const FOLLOWERS = 10_000
const REPLIES = 100
const HAND_WRITTEN_FLOOR = 0.6

type Member = { id: string; token: string }

type Tools = {
  seconds: number
  startControl: (content: HandWritten) => Promise<{ url: string; stop: () => void }>
}

/** @returns rows for each, measured on a separate server with the sample community */
export async function hotPathRows(tools: Tools): Promise<Row[]> {
  // The forwarded address is trusted, so that every view counts as a different visitor's.
  const site = await startServer({ SEED: 'sample', TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const members = await signUpMembers(site, MEMBERS)
    const sql = connect(site.adminDatabaseUrl, { max: 1 })
    const threads = (
      await sql<{ id: string }[]>`
        select id from public.threads where not is_locked and not is_hidden order by id limit 40`
    ).map(({ id }) => id)
    const followedThread = threads[0] ?? ''
    await sql`
      insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
      select 'follower' || n || '@example.invalid', now(), jsonb_build_object('username', 'follower' || n)
      from generate_series(1, ${FOLLOWERS}::int) n`
    await sql`
      insert into public.thread_subscriptions (user_id, thread_id)
      select id, ${followedThread} from public.profiles where username like 'follower%'`
    // As in a database that autovacuum has visited: statistics are up to date, and GIN pending lists are empty.
    await sql`vacuum analyze`
    const withoutFollowers = await replyTime(site, members[0], threads[1] ?? '')
    const withFollowers = await replyTime(site, members[0], followedThread)
    const clearVotes = async () => {
      // The last requests of the load before are still running.
      await sleep(500)
      await sql`delete from public.reactions where user_id in ${sql(members.map(({ id }) => id))}`
    }
    const rows = [
      ...(await writeRows(site, tools, {
        what: 'views counted',
        aim: 5_000,
        lists: views(threads),
      })),
      ...(await writeRows(site, tools, {
        what: `votes, ${MEMBERS} members`,
        aim: 1_000,
        lists: votes(members, threads),
        prepare: clearVotes,
      })),
      ...(await writeRows(site, tools, {
        what: `replies posted, ${MEMBERS} members, ${MEMBERS} discussions`,
        aim: 600,
        lists: members.map((member, index) => [replyTo(threads[index + 2] ?? '', member, '[<id>]')]),
      })),
      ...(await writeRows(site, tools, {
        what: `replies posted, ${MEMBERS} members, one discussion`,
        aim: 500,
        lists: members.map((member) => [replyTo(threads[1] ?? '', member, '[<id>]')]),
      })),
      ...(await writeRows(site, tools, {
        what: `replies posted, ${MEMBERS} members, one discussion with ${FOLLOWERS} followers`,
        aim: 400,
        lists: members.map((member) => [replyTo(followedThread, member, '[<id>]')]),
      })),
      {
        what: `a reply to a discussion with ${FOLLOWERS} followers: median`,
        value: withFollowers,
        unit: 'ms',
        ceiling: 20,
        aim: 5,
        note: `${withoutFollowers.toFixed(1)} ms without followers`,
      },
    ]
    await sql.end()
    return rows
  } finally {
    await site.stop()
  }
}

/**
 * Measures writes, and the hand-written handler that executes the same SQL.
 * @param writes.lists what each connection sends in a loop
 * @param writes.prepare called before each load
 */
async function writeRows(
  site: TestServer,
  { seconds, startControl }: Tools,
  {
    what,
    aim,
    lists,
    prepare = async () => undefined,
  }: Pick<Row, 'what' | 'aim'> & { lists: Sent[][]; prepare?: () => Promise<void> },
): Promise<Row[]> {
  const { file, asked } = await handWritten(site, lists.flat())
  const control = await startControl(file)
  const load = (url: string, requestsOf: autocannon.Request[][]) => async () => {
    await prepare()
    return requestsPerSecond({ url, connections: lists.length, seconds, requestsOf })
  }
  const bodies = asked.values()
  const figures = await against(
    load(
      site.url,
      lists.map((list) => list.map((sent) => request(site, sent))),
    ),
    load(
      control.url,
      lists.map((list) => list.map(() => ({ method: 'POST', body: JSON.stringify(bodies.next().value) }))),
    ),
    3,
  )
  control.stop()
  return [
    { what, value: figures.subject, unit: 'req/s', aim },
    {
      what: `${what} / hand-written handler, same SQL`,
      value: figures.ratio,
      unit: 'x',
      floor: HAND_WRITTEN_FLOOR,
      aim: 1,
      note: `${Math.round(figures.subject)} against ${Math.round(figures.control)} req/s`,
    },
  ]
}

/** Each connection has its own visitors: every connection prepares its whole list, which would take the measured time. */
function views(threads: string[]): Sent[][] {
  return Array.from({ length: 32 }, (_, connection) =>
    Array.from({ length: 160 }, (_, turn) => ({
      method: 'POST' as const,
      path: '/rest/v1/rpc/increment_thread_views',
      body: JSON.stringify({ thread_id: threads[turn % threads.length] }),
      address: `10.${connection}.${turn}.7`,
    })),
  )
}

/** Each member votes for one thread after another, from another one on, and removes the votes in the next round. */
function votes(members: Member[], threads: string[]): Sent[][] {
  return members.map(({ id, token }, index) => {
    const first = Math.floor((index * threads.length) / members.length)
    const own = [...threads.slice(first), ...threads.slice(0, first)]
    return [
      ...own.map((thread) => ({
        method: 'POST' as const,
        path: '/rest/v1/reactions',
        body: JSON.stringify({ user_id: id, thread_id: thread }),
        token,
      })),
      ...own.map((thread) => ({
        method: 'DELETE' as const,
        path: `/rest/v1/reactions?user_id=eq.${id}&thread_id=eq.${thread}`,
        token,
      })),
    ]
  })
}

/** Median time of a reply in milliseconds. The replies are sent one at a time, so that none waits for another. */
async function replyTime(site: TestServer, member: Member | undefined, thread: string): Promise<number> {
  if (!member) throw new Error('nobody has signed up')
  const times: number[] = []
  for (let turn = 0; turn < REPLIES; turn += 1) {
    const start = performance.now()
    const { path, ...init } = request(site, replyTo(thread, member, String(turn)))
    const response = await fetch(site.url + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    times.push(performance.now() - start)
  }
  return median(times)
}

function replyTo(thread: string, { id, token }: Member, name: string): Sent {
  const body = JSON.stringify({
    thread_id: thread,
    author_id: id,
    content: `<p>Measured reply ${name}.</p>`,
  })
  return { method: 'POST', path: '/rest/v1/replies', body, token }
}

function request(site: TestServer, { method, path, body, token, address }: Sent) {
  return {
    method,
    path,
    headers: {
      apikey: site.publishableKey,
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    },
    ...(body === undefined ? {} : { body }),
  }
}
