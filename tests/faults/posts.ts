// The same post, fifty times at once with one Idempotency-Key, by ten members: what a flaky network and an impatient
// client turn one press into.
import { randomUUID } from 'node:crypto'
import { signUpMembers } from '../../bench/members.ts'
import type { Row } from '../../bench/report.ts'
import { startServer } from '../support/server.ts'
import { openThreads } from './ledger.ts'

const MEMBERS = 10
const TIMES = 50

export async function onePostManyTimes(): Promise<Row[]> {
  const site = await startServer({ SEED: 'sample' })
  const members = await signUpMembers(site, MEMBERS)
  const [thread] = await openThreads(site, 1)
  let surplus = 0
  let otherAnswers = 0
  await Promise.all(
    members.map(async ({ id, token }) => {
      const headers = {
        apikey: site.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        'idempotency-key': randomUUID(),
      }
      const body = JSON.stringify({ thread_id: thread, author_id: id, content: '<p>Pressed once.</p>' })
      const answers = await Promise.all(
        Array.from({ length: TIMES }, async () => {
          const answer = await fetch(`${site.url}/rest/v1/replies`, { method: 'POST', headers, body })
          return `${answer.status} ${await answer.text()}`
        }),
      )
      otherAnswers += answers.filter((answer) => answer !== answers[0] || !answer.startsWith('201')).length
      const rows = await fetch(`${site.url}/rest/v1/replies?author_id=eq.${id}&select=id`, { headers })
      surplus += Math.abs(((await rows.json()) as unknown[]).length - 1)
    }),
  )
  await site.stop()
  const what = `one post ${TIMES} times at once with one key, ${MEMBERS} members`
  const none = { unit: '', ceiling: 0, aim: 0 }
  return [
    { what: `${what}: rows too many or missing`, value: surplus, ...none },
    { what: `${what}: answers that differ`, value: otherAnswers, ...none },
  ]
}
