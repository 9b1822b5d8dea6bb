// Two hundred members cast and take back upvotes on one discussion, as fast as they can.
import { signUpMembers } from '../../bench/members.ts'
import type { Row } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'
import { openThreads, wrongCounters } from './ledger.ts'

const MEMBERS = Number(process.env.FAULTS_VOTERS ?? 200)
const TOGGLES = 50

export async function votesOnOneThread(): Promise<Row[]> {
  const site = await startServer({ SEED: 'sample' })
  const members = await signUpMembers(site, MEMBERS)
  const [thread] = await openThreads(site, 1)
  let refused = 0
  await Promise.all(
    members.map(async ({ id, token }, index) => {
      const headers = {
        apikey: site.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      }
      const reactions = `${site.url}/rest/v1/reactions`
      // Odd ones end with their upvote cast.
      for (let toggle = 0; toggle < TOGGLES + (index % 2); toggle += 1) {
        const answer =
          toggle % 2 === 0
            ? await fetch(reactions, {
                ...{ method: 'POST', headers },
                body: JSON.stringify({ user_id: id, thread_id: thread, reaction_type: 'upvote' }),
              })
            : await fetch(`${reactions}?user_id=eq.${id}&thread_id=eq.${thread}`, {
                method: 'DELETE',
                headers,
              })
        await answer.arrayBuffer()
        if (!answer.ok) refused += 1
      }
    }),
  )
  const wrong = await wrongCounters(site.adminDatabaseUrl)
  const errors = site.log().filter(({ level }) => level >= 50).length
  await site.stop()
  const what = `${MEMBERS} members, ${TOGGLES} upvote toggles each`
  const none = { unit: '', ceiling: 0, aim: 0 }
  return [
    { what: `${what}: refused`, value: refused, ...none },
    { what: `${what}: wrong counters`, value: wrong, ...none },
    { what: `${what}: errors in the log`, value: errors, ...none },
  ]
}
