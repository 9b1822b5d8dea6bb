import { expect, test } from 'vitest'
import { type Attempts, postOnce, TakenId } from './once.ts'

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
