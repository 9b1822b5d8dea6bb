// A reply whose first attempt was stored without its answer: the second one leaves one reply, with the newest words.
import { expect, test } from 'vitest'
import { TakenId } from '#app/platform/acts/once.ts'
import { type Asked, fakeClient } from '../../../tests/support/fake-client.ts'
import { postReply } from './mutations.ts'

const TAKEN = { code: '23505', message: 'duplicate key', details: null, hint: null }
const reply = { threadId: 't1', parentId: null, authorId: 'u1' }

/** A table in which a row has the id already, with this text. */
function taken(content: string) {
  const sent: Asked[] = []
  const client = fakeClient((asked) => {
    sent.push(asked)
    if (asked.method === 'POST') return Response.json(TAKEN, { status: 409 })
    const row = { content, updated_at: '2026-01-01', state: 'shown' }
    return Response.json(asked.method === 'PATCH' ? [row] : row)
  })
  return { client, changes: () => sent.filter(({ method }) => method === 'PATCH') }
}

test('text that was changed between two attempts is stored', async () => {
  const { client, changes } = taken('<p>first</p>')
  const posted = await postReply(
    client,
    { id: 'p1', sent: ['first', 'first, then more'] },
    {
      ...reply,
      content: '<p>first, then more</p>',
    },
  )
  expect(posted).toEqual({ id: 'p1', isHeld: false })
  expect(changes().map(({ address, body }) => [address.searchParams.get('id'), JSON.parse(body)])).toEqual([
    ['eq.p1', { content: '<p>first, then more</p>' }],
  ])
  expect(changes()[0]?.address.searchParams.get('updated_at')).toBe('eq.2026-01-01')
})

test('the same text changes nothing', async () => {
  const { client, changes } = taken('<p>first</p>')
  const posted = await postReply(client, { id: 'p1', sent: ['first'] }, { ...reply, content: '<p>first</p>' })
  expect(posted).toEqual({ id: 'p1', isHeld: false })
  expect(changes()).toEqual([])
})

test('a text that this form did not send is left alone', async () => {
  const { client, changes } = taken('<p>of another tab</p>')
  const posting = postReply(client, { id: 'p1', sent: ['mine'] }, { ...reply, content: '<p>mine</p>' })
  await expect(posting).rejects.toThrow(TakenId)
  expect(changes()).toEqual([])
})

test('a reply that waits for a moderator says so', async () => {
  const client = fakeClient(() => Response.json({ id: 'p1', state: 'held' }, { status: 201 }))
  expect(await postReply(client, { id: 'p1', sent: [] }, { ...reply, content: '<p>wa.me/91</p>' })).toEqual({
    id: 'p1',
    isHeld: true,
  })
})
