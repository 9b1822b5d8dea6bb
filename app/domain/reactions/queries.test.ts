import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import type { Client } from '#app/platform/session/session.ts'
import { toggleUpvote } from './queries.ts'

const TARGET = { threadId: 't1' }

function clientOf(answer: (method: string) => Response) {
  const fetch = async (_input: RequestInfo | URL, init?: RequestInit) => answer(init?.method ?? 'GET')
  return new PostgrestClient('http://contract.test', { fetch }) as unknown as Client
}

test('an upvote is added where there is none, and removed where there is one', async () => {
  const client = clientOf((method) =>
    method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ id: 'r1' }, { status: 201 }),
  )
  expect(await toggleUpvote(client, 'u1', TARGET, undefined)).toEqual({ result: 'added', id: 'r1' })
  expect(await toggleUpvote(client, 'u1', TARGET, 'r1')).toEqual({ result: 'removed' })
})

test('without a session it throws the words of the specification', async () => {
  const refusal = { code: '42501', message: 'permission denied', details: null, hint: null }
  const client = clientOf(() => Response.json(refusal, { status: 401 }))
  for (const existing of [undefined, 'r1'])
    await expect(toggleUpvote(client, 'u1', TARGET, existing)).rejects.toThrow('Must be authenticated')
})
