import { beforeEach, expect, test, vi } from 'vitest'
import { noteRateLimit } from '#app/platform/supabase/retry-after.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { ChatMessage, NewMessage } from './queries.ts'

const note = (id: string): NewMessage => ({
  id,
  message: `Text ${id}`,
  username: 'Night Owl',
  user_id: null,
  category_id: null,
  reply_to: null,
})
const stored = (message: NewMessage): ChatMessage => ({ ...message, created_at: '2026-11-21T06:30:00Z' })

let answers: ((message: NewMessage) => ChatMessage)[]
let asked: NewMessage[]
let sent: string[]
let outbox: Outbox

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  answers = []
  asked = []
  sent = []
  outbox = createOutbox(
    async (message) => {
      asked.push(message)
      return (answers.shift() ?? stored)(message)
    },
    ({ id }) => sent.push(id),
  )
})

const refuse = (error: object) => () => {
  throw error
}

test('messages leave in the order in which they were written', async () => {
  for (const id of ['a', 'b', 'c']) outbox.post(note(id))
  expect(outbox.waiting().map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  await expect.poll(() => sent).toEqual(['a', 'b', 'c'])
  expect(outbox.waiting()).toEqual([])
})

test('a failed one stays with its words, and those after it leave', async () => {
  answers = [refuse({ code: '', message: 'TypeError: Failed to fetch' })]
  outbox.post(note('a'))
  outbox.post(note('b'))
  await expect.poll(() => sent).toEqual(['b'])
  expect(outbox.waiting()).toMatchObject([{ id: 'a', failure: { words: 'Not sent.', isUnreached: true } }])
})

test('another try keeps the id, so that it can never be two', async () => {
  answers = [refuse({ code: '', message: 'TypeError: Failed to fetch' })]
  outbox.post(note('a'))
  await expect.poll(() => outbox.waiting()[0]?.failure).toBeTruthy()
  outbox.retry('a')
  outbox.retry('a')
  await expect.poll(() => sent).toEqual(['a'])
  expect(asked.map(({ id }) => id)).toEqual(['a', 'a'])
})

test('a refused name is said to be the cause, and the next try goes under another', async () => {
  answers = [refuse({ code: 'PT422', message: 'That name belongs to a member. Please choose another.' })]
  outbox.post(note('a'))
  await expect.poll(() => outbox.waiting()[0]?.failure?.isName).toBe(true)
  expect(outbox.waiting()[0]?.failure?.words).toBe('That name belongs to a member. Please choose another.')
  outbox.retry('a', { username: 'Early Bird' })
  await expect.poll(() => sent).toEqual(['a'])
  expect(asked.at(-1)?.username).toBe('Early Bird')
})

test('a refused writer gets a message that says why', async () => {
  answers = [refuse({ code: '42501', message: 'refused' })]
  outbox.post(note('a'))
  await expect.poll(() => outbox.waiting()[0]?.failure?.words).toMatch(/not open to you/)
})

test('after too many, the first waits as long as it must, and those behind it leave after it without a refusal', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  noteRateLimit({ headers: new Headers({ 'retry-after': '9' }) }, Date.now())
  answers = [refuse({ code: 'over_request_rate_limit', message: 'slow down' })]
  outbox.post(note('a'))
  for (const id of ['b', 'c', 'd']) outbox.post(note(id))
  await vi.advanceTimersByTimeAsync(8_900)
  expect(asked.map(({ id }) => id)).toEqual(['a'])
  expect(outbox.waiting().map(({ failure, sentAt }) => [failure, sentAt])).toEqual([
    [null, 1_009_000],
    [null, null],
    [null, null],
    [null, null],
  ])
  outbox.discard('c')
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual(['a', 'b', 'd'])
  expect(asked.map(({ id }) => id)).toEqual(['a', 'a', 'b', 'd'])
  vi.useRealTimers()
})

test('when the network is back, unsent messages are sent, and refused ones are not', async () => {
  answers = [
    refuse({ code: '', message: 'TypeError: Failed to fetch' }),
    refuse({ code: '42501', message: 'refused' }),
  ]
  outbox.post(note('a'))
  outbox.post(note('b'))
  await expect.poll(() => outbox.waiting().filter(({ failure }) => failure).length).toBe(2)
  outbox.retryUnreached()
  await expect.poll(() => sent).toEqual(['a'])
  expect(outbox.waiting().map(({ id }) => id)).toEqual(['b'])
})

test('what fails again just after the network came back, or was on its way then, is tried three times more', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const unreached = refuse({ code: '', message: 'TypeError: Failed to fetch' })
  answers = Array(6).fill(unreached)
  outbox.post(note('a'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked.length, 'before the network came back').toBe(1)
  outbox.retryUnreached()
  outbox.post(note('b'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.map(({ id }) => id)).toEqual(['a', 'a', 'b'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked.map(({ id }) => id)).toEqual(['a', 'a', 'b', 'a', 'b'])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent).toEqual(['b'])
  await vi.advanceTimersByTimeAsync(9_000)
  expect(sent).toEqual(['b', 'a'])
  answers = Array(9).fill(unreached)
  outbox.post(note('c'))
  outbox.retryUnreached()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.filter(({ id }) => id === 'c').length, 'no longer without an end').toBe(4)
  vi.useRealTimers()
})

test('a discarded one is gone', async () => {
  answers = [refuse({ code: '', message: 'TypeError: Failed to fetch' })]
  outbox.post(note('a'))
  await expect.poll(() => outbox.waiting()[0]?.failure).toBeTruthy()
  outbox.discard('a')
  expect(outbox.waiting()).toEqual([])
})
