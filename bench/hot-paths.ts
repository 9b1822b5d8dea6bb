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
    return [
      { what: 'views counted', value: await views(site, threads, seconds), unit: 'req/s', aim: 15_000 },
      {
        what: 'votes, 10 members',
        value: await votes(site, members, threads, seconds),
        unit: 'req/s',
        aim: 3_000,
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

function views(site: TestServer, threads: string[], seconds: number): Promise<number> {
  const requests = Array.from({ length: 5_000 }, (_, turn) => ({
    method: 'POST' as const,
    path: '/rest/v1/rpc/increment_thread_views',
    headers: {
      apikey: site.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${turn % 250}.${Math.floor(turn / 250)}.7`,
    },
    body: JSON.stringify({ thread_id: threads[turn % threads.length] }),
  }))
  return requestsPerSecond({ url: site.url, connections: 32, seconds, requests })
}

/** Each member votes for one thread after another, and removes the votes in the next round. */
function votes(site: TestServer, members: Member[], threads: string[], seconds: number): Promise<number> {
  return perSecond(seconds, members, async ({ id, token }, turn) => {
    const thread = threads[turn % threads.length] ?? ''
    const isRemoved = Math.floor(turn / threads.length) % 2 === 1
    await send(site, token, isRemoved ? 'DELETE' : 'POST', {
      path: isRemoved ? `reactions?user_id=eq.${id}&thread_id=eq.${thread}` : 'reactions',
      body: isRemoved ? null : { user_id: id, thread_id: thread },
    })
  })
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

async function perSecond(
  seconds: number,
  members: Member[],
  act: (member: Member, turn: number) => Promise<void>,
): Promise<number> {
  const until = Date.now() + seconds * 1_000
  const done = await Promise.all(
    members.map(async (member) => {
      let turn = 0
      while (Date.now() < until) await act(member, turn++)
      return turn
    }),
  )
  return done.reduce((sum, one) => sum + one, 0) / seconds
}

async function send(
  site: TestServer,
  token: string,
  method: string,
  { path, body }: { path: string; body: object | null },
): Promise<void> {
  const response = await fetch(`${site.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: site.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
}
