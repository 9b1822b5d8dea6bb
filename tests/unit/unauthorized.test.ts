// A policy refuses no deletion, it shows no row to delete: the call says what that means (SPEC.md section 6).
import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { deleteMessage } from '#app/features/chat/queries.ts'
import { deleteReply } from '#app/features/replies/posting.ts'
import { deleteThread } from '#app/features/threads/delete-thread.tsx'
import type { Client } from '#app/lib/session.ts'

function clientOf(rows: readonly object[]): Client {
  const fetch = async () => Response.json(rows)
  return new PostgrestClient('http://contract.test', { fetch }) as unknown as Client
}

test.each([
  ['discussion', deleteThread],
  ['reply', deleteReply],
  ['message', deleteMessage],
])('who is no admin deletes no %s, and is told why', async (_what, act) => {
  await expect(act(clientOf([]), 'x')).rejects.toThrow('Unauthorized: Admin access required')
  await expect(act(clientOf([{ id: 'x' }]), 'x')).resolves.toBeUndefined()
})
