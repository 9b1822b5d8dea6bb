// Writers that keep going through faults, and a ledger of the writes that were acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '../../api/database/connection.ts'
import type { TestServer } from '../support/server.ts'

type Member = { id: string; token: string }

export type Ledger = {
  /** Ids of replies that were answered with 201. */
  acknowledged: string[]
  /** When each was answered, in milliseconds of performance.now(). */
  at: number[]
  /** When each was sent. */
  begun: number[]
  /** The number of writes that were not acknowledged. */
  refused: number
  /** What the others got instead, and how often. */
  answers: Map<string, number>
  /** Stops the writers. */
  close(): Promise<void>
}

const AGAIN_AFTER_MS = 20
const GIVE_UP_AFTER_MS = 10_000

/**
 * Starts one writer for each member; each posts one reply after another until the ledger is closed.
 * @param pauseMs between a writer's replies
 */
export function openLedger(
  site: TestServer,
  members: readonly Member[],
  threads: readonly string[],
  pauseMs = 0,
): Ledger {
  let isOpen = true
  const ledger: Ledger = {
    acknowledged: [],
    at: [],
    begun: [],
    refused: 0,
    answers: new Map(),
    close: async () => undefined,
  }
  const writers = members.map(async (member, index) => {
    for (let entry = 0; isOpen; entry += 1) {
      const begun = performance.now()
      const answer = await post(site, member, threads[index % threads.length] ?? '', `Entry ${entry}`)
      if ('id' in answer) {
        ledger.acknowledged.push(answer.id)
        ledger.at.push(performance.now())
        ledger.begun.push(begun)
      } else {
        ledger.refused += 1
        ledger.answers.set(answer.instead, (ledger.answers.get(answer.instead) ?? 0) + 1)
        await sleep(AGAIN_AFTER_MS)
      }
      if (pauseMs > 0) await sleep(pauseMs)
    }
  })
  ledger.close = async () => {
    isOpen = false
    await Promise.all(writers)
  }
  return ledger
}

/** @returns the reply's id when it is acknowledged, or else the status and code, or the error's name */
async function post(
  site: TestServer,
  member: Member,
  threadId: string,
  text: string,
): Promise<{ id: string } | { instead: string }> {
  try {
    const answer = await fetch(`${site.url}/rest/v1/replies?select=id`, {
      method: 'POST',
      headers: {
        apikey: site.publishableKey,
        authorization: `Bearer ${member.token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        accept: 'application/vnd.pgrst.object+json',
      },
      body: JSON.stringify({ thread_id: threadId, author_id: member.id, content: `<p>${text}</p>` }),
      signal: AbortSignal.timeout(GIVE_UP_AFTER_MS),
    })
    const body = (await answer.json()) as { id: string; code?: string }
    return answer.status === 201 ? { id: body.id } : { instead: `${answer.status} ${body.code ?? ''}`.trim() }
  } catch (error) {
    return { instead: (error as Error).name }
  }
}

/** Threads to write to. The service reads them, because guests may not filter by a column without an index. */
export async function openThreads(site: TestServer, count: number): Promise<string[]> {
  const search = `select=id&is_locked=is.false&limit=${count}`
  const answer = await fetch(`${site.url}/rest/v1/threads?${search}`, {
    headers: { apikey: site.secretKey },
  })
  if (!answer.ok) throw new Error(`the threads were refused: ${await answer.text()}`)
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
}

/** The number of acknowledged entries that the database at `ownerUrl` does not hold. */
export async function lostEntries(ownerUrl: string, acknowledged: readonly string[]): Promise<number> {
  if (acknowledged.length === 0) throw new Error('no write was acknowledged, so nothing can be checked')
  const [row] = await asOwner(
    ownerUrl,
    (sql) => sql<{ lost: number }[]>`
      select count(*)::int as lost from unnest(${acknowledged}::uuid[]) as entry (id)
      where not exists (select from public.replies r where r.id = entry.id)`,
  )
  return row?.lost ?? Number.NaN
}

/** The number of threads whose counters differ from their rows. */
export async function wrongCounters(ownerUrl: string): Promise<number> {
  const [row] = await asOwner(
    ownerUrl,
    (sql) => sql<{ wrong: number }[]>`
      select count(*)::int as wrong from public.threads t
      where t.reply_count <> (select count(*) from public.replies r where r.thread_id = t.id and not r.is_hidden)
        or t.upvote_count <> (select count(*) from public.reactions v where v.thread_id = t.id)`,
  )
  return row?.wrong ?? Number.NaN
}

async function asOwner<T>(ownerUrl: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(ownerUrl, { max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}
