// The most frequent writes: a view, a vote, and a reply to a thread with many followers.
import { connect } from '../api/database/connection.ts'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { median, requestsPerSecond } from './load.ts'
import { signUpMembers } from './members.ts'
import type { Row } from './report.ts'

const MEMBERS = 10
const FOLLOWERS = 10_000
const REPLIES = 100

type Member = { id: string; token: string }

/** @returns a row for each, measured on a separate server with the sample community */
export async function hotPathRows(seconds: number): Promise<Row[]> {
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
    await sql.end()
    const withoutFollowers = await replyTime(site, members[0], threads[1] ?? '')
    const withFollowers = await replyTime(site, members[0], followedThread)
    // Not measured: V8 compiles and PostgreSQL plans what these requests run.
    await views(site, threads, seconds)
    await votes(site, members, threads, seconds)
    await replies(site, members, followedThread, seconds)
    return [
      {
        what: 'views counted',
        value: await views(site, threads, seconds),
        unit: 'req/s',
        floor: 5_000,
        aim: 15_000,
      },
      {
        what: `votes, ${MEMBERS} members`,
        value: await votes(site, members, threads, seconds),
        unit: 'req/s',
        floor: 1_000,
        aim: 3_000,
      },
      {
        what: `replies posted, ${MEMBERS} members, one discussion with ${FOLLOWERS} followers`,
        value: await replies(site, members, followedThread, seconds),
        unit: 'req/s',
        floor: 400,
        aim: 1_000,
      },
      {
        what: `a reply to a discussion with ${FOLLOWERS} followers: median`,
        value: withFollowers,
        unit: 'ms',
        ceiling: 20,
        aim: 5,
        note: `${withoutFollowers.toFixed(1)} ms without followers`,
      },
    ]
  } finally {
    await site.stop()
  }
}

/** Each connection has its own visitors: every connection prepares its whole list, which would take the measured time. */
function views(site: TestServer, threads: string[], seconds: number): Promise<number> {
  const connections = 32
  const requestsOf = Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: 160 }, (_, turn) => ({
      method: 'POST' as const,
      path: '/rest/v1/rpc/increment_thread_views',
      headers: {
        apikey: site.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': `10.${connection}.${turn}.7`,
      },
      body: JSON.stringify({ thread_id: threads[turn % threads.length] }),
    })),
  )
  return requestsPerSecond({ url: site.url, connections, seconds, requestsOf })
}

/** Each member votes for one thread after another, from another one on, and removes the votes in the next round. */
async function votes(
  site: TestServer,
  members: Member[],
  threads: string[],
  seconds: number,
): Promise<number> {
  // Those that an earlier run left.
  for (const { id, token } of members)
    await send(site, token, 'DELETE', { path: `reactions?user_id=eq.${id}` })
  const requestsOf = members.map(({ id, token }, index) => {
    const first = Math.floor((index * threads.length) / members.length)
    const own = [...threads.slice(first), ...threads.slice(0, first)]
    return [
      ...own.map((thread) =>
        request(site, token, 'POST', { path: 'reactions', body: { user_id: id, thread_id: thread } }),
      ),
      ...own.map((thread) =>
        request(site, token, 'DELETE', { path: `reactions?user_id=eq.${id}&thread_id=eq.${thread}` }),
      ),
    ]
  })
  return requestsPerSecond({ url: site.url, connections: members.length, seconds, requestsOf })
}

/** Ten members reply in one thread. */
function replies(site: TestServer, members: Member[], thread: string, seconds: number): Promise<number> {
  const requests = members.map(({ id, token }) =>
    request(site, token, 'POST', {
      path: 'replies',
      body: { thread_id: thread, author_id: id, content: '<p>Measured reply [<id>].</p>' },
    }),
  )
  return requestsPerSecond({ url: site.url, connections: members.length, seconds, requests })
}

/** Median time of a reply in milliseconds. The replies are sent one at a time, so that none waits for another. */
async function replyTime(site: TestServer, member: Member | undefined, thread: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < REPLIES; turn += 1) {
    const start = performance.now()
    await send(site, member?.token ?? '', 'POST', {
      path: 'replies',
      body: { thread_id: thread, author_id: member?.id, content: `<p>Measured reply ${turn}.</p>` },
    })
    times.push(performance.now() - start)
  }
  return median(times)
}

function request(
  site: TestServer,
  token: string,
  method: 'POST' | 'DELETE',
  { path, body }: { path: string; body?: object },
) {
  return {
    method,
    path: `/rest/v1/${path}`,
    headers: {
      apikey: site.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
}

async function send(...asked: Parameters<typeof request>): Promise<void> {
  const { method, path, headers, body } = request(...asked)
  const response = await fetch(asked[0].url + path, { method, headers, ...(body ? { body } : {}) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
}
