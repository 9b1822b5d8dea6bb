// Two hundred members add and remove upvotes on one thread, as fast as they can.
import { setTimeout as sleep } from 'node:timers/promises'
import { signUpMembers } from '../../bench/members.ts'
import type { Row } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'
import { openThreads, wrongCounters } from './ledger.ts'

const MEMBERS = Number(process.env.FAULTS_VOTERS ?? 200)
const TOGGLES = 50
/** Statuses of an exhausted pool, after which the client retries. A deadlock would have another status. */
const RETRY_STATUSES = new Set([503, 504])
const RETRY_AFTER_MS = 200

export async function votesOnOneThread(): Promise<Row[]> {
  const site = await startServer({ SEED: 'sample' })
  const members = await signUpMembers(site, MEMBERS)
  const [thread] = await openThreads(site, 1)
  const refused = new Map<number, number>()
  let retries = 0
  await Promise.all(
    members.map(async ({ id, token }, index) => {
      const headers = {
        apikey: site.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      }
      const reactions = `${site.url}/rest/v1/reactions`
      // Members with an odd index end with an upvote.
      for (let toggle = 0; toggle < TOGGLES + (index % 2); toggle += 1) {
        const toggleVote = () =>
          toggle % 2 === 0
            ? fetch(reactions, {
                method: 'POST',
                headers,
                body: JSON.stringify({ user_id: id, thread_id: thread, reaction_type: 'upvote' }),
              })
            : fetch(`${reactions}?user_id=eq.${id}&thread_id=eq.${thread}`, {
                method: 'DELETE',
                headers,
              })
        let response = await toggleVote()
        for (; RETRY_STATUSES.has(response.status); retries += 1) {
          await response.arrayBuffer()
          await sleep(RETRY_AFTER_MS)
          response = await toggleVote()
        }
        await response.arrayBuffer()
        if (!response.ok) refused.set(response.status, (refused.get(response.status) ?? 0) + 1)
      }
    }),
  )
  const wrong = await wrongCounters(site.adminDatabaseUrl)
  const errors = site.log().filter(({ level }) => level >= 50).length
  await site.stop()
  const what = `${MEMBERS} members, ${TOGGLES} upvote toggles each`
  const none = { unit: '', ceiling: 0, aim: 0 }
  return [
    {
      what: `${what}: refused`,
      ...none,
      value: [...refused.values()].reduce((sum, times) => sum + times, 0),
      note: `${[...refused].map(([status, times]) => `${times} × ${status}, `).join('')}${retries} retries`,
    },
    { what: `${what}: wrong counters`, value: wrong, ...none },
    { what: `${what}: errors in the log`, value: errors, ...none },
  ]
}
