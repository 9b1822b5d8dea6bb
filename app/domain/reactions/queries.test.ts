import { expect, test } from 'vitest'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { toggleUpvote } from './query-options.ts'

const TARGET = { threadId: 't1' }

test('a toggle adds a missing upvote and removes an existing one', async () => {
  const client = fakeClient(({ method }) =>
    method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ id: 'r1' }, { status: 201 }),
  )
  expect(await toggleUpvote(client, 'u1', TARGET, undefined)).toEqual({ result: 'added', id: 'r1' })
  expect(await toggleUpvote(client, 'u1', TARGET, 'r1')).toEqual({ result: 'removed' })
})

test('without a session it throws the words of the specification', async () => {
  const refusal = { code: '42501', message: 'permission denied', details: null, hint: null }
  const client = fakeClient(() => Response.json(refusal, { status: 401 }))
  for (const existing of [undefined, 'r1'])
    await expect(toggleUpvote(client, 'u1', TARGET, existing)).rejects.toThrow('Must be authenticated')
})
