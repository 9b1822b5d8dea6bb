// Ten members each send one post fifty times at once with one Idempotency-Key, as a client does that retries on a flaky
// network.
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
  let differentResponses = 0
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
      const responses = await Promise.all(
        Array.from({ length: TIMES }, async () => {
          const response = await fetch(`${site.url}/rest/v1/replies`, { method: 'POST', headers, body })
          return `${response.status} ${await response.text()}`
        }),
      )
      differentResponses += responses.filter(
        (response) => response !== responses[0] || !response.startsWith('201'),
      ).length
      const rows = await fetch(`${site.url}/rest/v1/replies?author_id=eq.${id}&select=id`, { headers })
      surplus += Math.abs(((await rows.json()) as unknown[]).length - 1)
    }),
  )
  await site.stop()
  const what = `one post ${TIMES} times at once with one key, ${MEMBERS} members`
  const none = { unit: '', ceiling: 0, aim: 0 }
  return [
    { what: `${what}: duplicate or missing rows`, value: surplus, ...none },
    { what: `${what}: responses that differ`, value: differentResponses, ...none },
  ]
}
