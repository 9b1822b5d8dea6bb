import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Acting } from '#app/platform/acts/guest.ts'
import { createQueryClient } from '#app/platform/query/query-client.tsx'
import { castUpvote, flip, type OwnReactions, reactionQueries } from './query-options.ts'
import { figureOf } from './use-upvotes.ts'

const none = { own: {}, counts: { first: 3, reply: 0, second: 8 } }

test('an upvote shows and counts at once', () => {
  expect(flip(none, 'reply', 'id')).toEqual({ own: { reply: 'id' }, counts: { ...none.counts, reply: 1 } })
})

test('removing it, or a refusal, restores the earlier state', () => {
  expect(flip(flip(none, 'reply', 'id'), 'reply', undefined)).toEqual(none)
})

test('an upvote that the page already counts is taken off its figure', () => {
  const counted = { own: { reply: 'id' }, counts: { reply: 1 } }
  expect(flip(counted, 'reply', undefined)).toEqual({ own: {}, counts: { reply: 0 } })
})

test('the id that the server gave an upvote counts no second time', () => {
  expect(flip(flip(none, 'reply', 'on its way'), 'reply', 'id').counts.reply).toBe(1)
})

test('one target does not touch another', () => {
  const one = flip(none, 'first', 'a')
  expect(flip(one, 'second', 'b')).toEqual({
    own: { first: 'a', second: 'b' },
    counts: { first: 4, reply: 0, second: 9 },
  })
})

test('the count that comes with the upvotes corrects a cached page', () => {
  const fresh = { own: { reply: 'id' }, counts: { reply: 1 } }
  expect(figureOf(undefined, 'reply', 0)).toBe(0)
  expect(figureOf(fresh, 'reply', 0)).toBe(1)
  expect(figureOf(flip(fresh, 'reply', undefined), 'reply', 0)).toBe(0)
  expect(figureOf(fresh, 'unknown', 7)).toBe(7)
})

test('a page that is reloaded during the upvote request shows the upvote, before and after the response', async () => {
  const queries = createQueryClient()
  const before: OwnReactions = { own: {}, counts: { thread: 0, first: 0 } }
  const { queryKey } = reactionQueries.own('thread', ['first'], 'member')
  queries.setQueryData(queryKey, before)

  const inserted = Promise.withResolvers<{ data: { id: string }; error: null; status: number }>()
  const insert = { select: () => ({ single: () => inserted.promise }) }
  const member = {
    userId: 'member',
    client: { from: () => ({ insert: () => insert }) },
  } as unknown as Acting
  const cast = castUpvote(queries, { threadId: 'thread', replyIds: ['first'] }, member, {
    threadId: 'thread',
  })
  await expect.poll(() => queries.getQueryData<OwnReactions>(queryKey)?.own).toEqual({ thread: 'on-its-way' })

  // Two pages with a new reply: one was rendered before the upvote was stored, the other has not been loaded by then.
  queries.setQueryData(reactionQueries.own('thread', ['first', 'second'], 'member').queryKey, before)
  const reads: ((data: OwnReactions) => void)[] = []
  const latest = new QueryObserver<OwnReactions>(queries, {
    queryKey: reactionQueries.own('thread', ['first', 'second', 'third'], 'member').queryKey,
    queryFn: () => new Promise((resolve) => reads.push(resolve)),
  })
  const stop = latest.subscribe(() => undefined)
  inserted.resolve({ data: { id: 'upvote' }, error: null, status: 201 })
  await expect.poll(() => reads.length).toBe(2)
  const after: OwnReactions = { own: { thread: 'upvote' }, counts: { thread: 1, first: 0 } }
  reads[0]?.(before)
  reads[1]?.(after)
  await cast
  for (const replies of [['first'], ['first', 'second'], ['first', 'second', 'third']]) {
    const { queryKey } = reactionQueries.own('thread', replies, 'member')
    expect(queries.getQueryData(queryKey)).toEqual(after)
  }
  stop()
})
