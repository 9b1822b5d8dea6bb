import { expect, test } from 'vitest'
import { Clock } from '#shared/clock.ts'
import { applyChange, type Block, layOut, unexpired, withReaction } from './feed.ts'
import type { ChatMessage } from './queries.ts'

const NOON = Date.parse('2026-11-21T06:30:00Z')

function message(
  id: string,
  secondsAfterNoon: number,
  author: { user?: string; name?: string } = {},
): ChatMessage {
  return {
    id,
    message: `Text of ${id}`,
    username: author.name ?? 'Night Owl',
    user_id: author.user ?? null,
    category_id: null,
    reply_to: null,
    created_at: new Date(NOON + secondsAfterNoon * 1_000).toISOString(),
  }
}

const idsOf = (messages: readonly ChatMessage[]) => messages.map(({ id }) => id)

/** 'day', 'new', or the ids of a group. */
const outline = (blocks: Block<ChatMessage>[]) =>
  blocks.map((block) => (block.kind === 'group' ? idsOf(block.messages).join(' ') : block.kind))

test('a message takes its place in time, also when it comes late', () => {
  const before = [message('a', 0), message('c', 2)]
  expect(idsOf(applyChange(before, { kind: 'insert', message: message('b', 1) }))).toEqual(['a', 'b', 'c'])
  expect(idsOf(applyChange(before, { kind: 'insert', message: message('d', 3) }))).toEqual(['a', 'c', 'd'])
})

test('a message that arrives twice is shown once', () => {
  const before = [message('a', 0)]
  expect(applyChange(before, { kind: 'insert', message: message('a', 0) })).toBe(before)
})

test('a deletion takes the one message, and an unknown one nothing', () => {
  const before = [message('a', 0), message('b', 1)]
  expect(idsOf(applyChange(before, { kind: 'delete', id: 'a' }))).toEqual(['b'])
  expect(applyChange(before, { kind: 'delete', id: 'z' })).toBe(before)
})

test('the hundred and first pushes the oldest out', () => {
  const full = Array.from({ length: 100 }, (_, index) => message(`m${index}`, index))
  const after = applyChange(full, { kind: 'insert', message: message('next', 200) })
  expect([after.length, after[0]?.id, after.at(-1)?.id]).toEqual([100, 'm1', 'next'])
})

test('after twelve hours a message is gone, a second before it is not', () => {
  const twelveHours = 12 * 60 * 60 * 1_000
  const messages = [message('a', 0), message('b', 1)]
  expect(idsOf(unexpired(messages, new Clock(NOON + twelveHours - 1)))).toEqual(['a', 'b'])
  expect(idsOf(unexpired(messages, new Clock(NOON + twelveHours)))).toEqual(['b'])
})

test('messages of one author within two minutes of each other stand together', () => {
  const asha = { user: 'asha-id', name: 'asha' }
  const messages = [
    message('a', 0, asha),
    message('b', 120, asha),
    message('c', 241, asha),
    message('d', 242),
    message('e', 243),
    message('f', 244, { name: 'Chai' }),
    message('g', 245, { name: 'asha' }),
    message('h', 246, asha),
  ]
  expect(outline(layOut(messages, null))).toEqual(['day', 'a b', 'c', 'd e', 'f', 'g', 'h'])
})

test('a day begins at midnight in India, and new messages begin a group', () => {
  const midnight = 12 * 60 * 60
  const messages = [message('a', midnight - 1), message('b', midnight), message('c', midnight + 1)]
  expect(outline(layOut(messages, 'c'))).toEqual(['day', 'a', 'day', 'b', 'new', 'c'])
})

test('an edited message changes in its place, and one that is not shown changes nothing', () => {
  const before = [message('a', 0), message('b', 1)]
  const update = (id: string) => applyChange(before, { kind: 'update', message: { id, message: 'Better' } })
  expect(update('a').map((one) => one.message)).toEqual(['Better', 'Text of b'])
  expect(update('a')[0]?.username).toBe('Night Owl')
  expect(update('z')).toBe(before)
})

test('a reaction counts once, and is gone when the last is taken back', () => {
  const one = withReaction([], 'thanks', true)
  expect(one).toEqual([{ kind: 'thanks', count: 1, own: true }])
  expect(withReaction(one, 'thanks', true)).toEqual(one)
  const two = withReaction([{ kind: 'thanks', count: 3, own: false }], 'agree', true)
  expect(two.map(({ kind, count }) => `${kind} ${count}`)).toEqual(['agree 1', 'thanks 3'])
  expect(withReaction(one, 'thanks', false)).toEqual([])
})
