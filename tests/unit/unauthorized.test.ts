// What a call throws. A policy refuses no deletion, it hides the row: the call reports that as unauthorised (SPEC.md
// section 6). Everything else is the API's error, an Error with its message.
import { expect, test } from 'vitest'
import { toggleUpvote } from '#app/domain/reactions/query-options.ts'
import { deleteReply, postReply } from '#app/domain/replies/mutations.ts'
import { deleteThread } from '#app/domain/threads/delete-thread.tsx'
import { createCategory } from '#app/features/admin/categories/category-mutations.ts'
import { reserveName } from '#app/features/admin/word-lists/queries.ts'
import { deleteMessage, sendMessage } from '#app/features/chat/queries.ts'
import { rowsOf } from '#app/platform/address/page-number.ts'
import type { Client } from '#app/platform/session/session.ts'
import { NEW_CATEGORY } from '#shared/schemas/categories.ts'
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

const CATEGORY = { ...NEW_CATEGORY, name: 'Gold', slug: 'gold' }
const REPLY = { threadId: 't', parentId: null, authorId: 'a', content: '<p>Yes.</p>' }
const MESSAGE = { id: 'm', message: 'Hi', username: 'asha', user_id: null, category_id: null, reply_to: null }

const ACTS: [what: string, act: (client: Client) => Promise<unknown>][] = [
  ['a category', (client) => createCategory(client, CATEGORY)],
  ['a reserved name', (client) => reserveName(client, 'mint', false)],
  ['a reply', (client) => postReply(client, { id: 'r', sent: [] }, REPLY)],
  ['a message', (client) => sendMessage(client, MESSAGE, AbortSignal.timeout(1000))],
  ['an upvote', (client) => toggleUpvote(client, 'a', { threadId: 't' }, undefined)],
  ['an upvote taken back', (client) => toggleUpvote(client, 'a', { threadId: 't' }, 'u')],
  ['a page', async (client) => rowsOf(await client.from('threads').select('id'))],
]

test.each(ACTS)('%s that fails throws an Error with the message of the API', async (_what, act) => {
  const client = fakeClient(() => Response.json({ code: '57014', message: 'too slow' }, { status: 500 }))
  const thrown: unknown = await act(client).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Error)
  expect(thrown).toMatchObject({ code: '57014', message: 'too slow' })
})
