// A policy refuses no deletion, it hides the row: the call reports that as unauthorised (SPEC.md section 6).
import { expect, test } from 'vitest'
import { deleteReply } from '#app/domain/replies/mutations.ts'
import { deleteThread } from '#app/domain/threads/delete-thread.tsx'
import { deleteMessage } from '#app/features/chat/queries.ts'
import { fakeClient } from '../support/fake-client.ts'

const clientOf = (rows: readonly object[]) => fakeClient(() => Response.json(rows))

test.each([
  ['discussion', deleteThread],
  ['reply', deleteReply],
  ['message', deleteMessage],
])('who is no admin deletes no %s, and is told why', async (_what, act) => {
  await expect(act(clientOf([]), 'x')).rejects.toThrow('Unauthorized: Admin access required')
  await expect(act(clientOf([{ id: 'x' }]), 'x')).resolves.toBeUndefined()
})
