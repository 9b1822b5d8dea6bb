import { expect, test } from 'vitest'
import { type Attempts, isAnswer, newId, postOnce, TakenId } from './once.ts'

/** A database of posts by id, which refuses a second row as `createThread` and `postReply` do. */
function posts() {
  const rows = new Map<string, string>()
  return {
    rows,
    post:
      (words: string, isAnswered = true) =>
      async ({ id, sent }: Attempts) => {
        const before = rows.get(id)
        if (before !== undefined && !sent.includes(before)) throw new TakenId()
        rows.set(id, words)
        if (!isAnswered) throw new Error('no answer')
        return id
      },
  }
}

function keeper(first: Attempts | null = null) {
  let kept = first
  return {
    attempts: () => kept,
    noteAttempts: (attempts: Attempts) => {
      kept = attempts
    },
  }
}

test('a text whose answer was lost is posted once, as it was sent last', async () => {
  const { rows, post } = posts()
  const draft = keeper()
  await expect(postOnce(draft, 'one', post('one', false))).rejects.toThrow('no answer')
  await expect(postOnce(draft, 'two', post('two', false))).rejects.toThrow('no answer')
  await postOnce(draft, 'three', post('three'))
  expect([...rows.values()]).toEqual(['three'])
})

test('a row with words that this form did not send is left alone', async () => {
  const { rows, post } = posts()
  const draft = keeper({ id: 'shared', sent: ['mine, of before'] })
  rows.set('shared', 'of another tab')
  const id = await postOnce(draft, 'mine', post('mine'))
  expect(rows).toEqual(
    new Map([
      ['shared', 'of another tab'],
      [id, 'mine'],
    ]),
  )
  expect(draft.attempts()).toEqual({ id, sent: ['mine'] })
})

test('the latest five versions of a text are recognized, each once', async () => {
  const draft = keeper()
  for (const words of ['1', '2', '3', '4', '5', '2', '6']) await postOnce(draft, words, async () => undefined)
  expect(draft.attempts()?.sent).toEqual(['3', '4', '5', '2', '6'])
})

test('another failure than a taken id is no reason to send again', async () => {
  let tries = 0
  const failing = async () => {
    tries += 1
    throw new Error('refused')
  }
  await expect(postOnce(keeper(), 'one', failing)).rejects.toThrow('refused')
  expect(tries).toBe(1)
})

test('a response of the API is an answer, a failed connection is none', () => {
  expect(isAnswer({ code: '23505' })).toBe(true)
  expect(isAnswer({ code: '' })).toBe(false)
})

test('an id is a random UUID of version 4', () => {
  const ids = Array.from({ length: 100 }, newId)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
  // Each digit but the version and the variant takes many values.
  const digits = ids.map((id) => id.replaceAll('-', ''))
  for (let place = 0; place < 32; place += 1) {
    const values = new Set(digits.map((id) => id[place])).size
    expect(values, `digit ${place}`).toBeGreaterThan(place === 12 ? 0 : place === 16 ? 2 : 9)
  }
})
