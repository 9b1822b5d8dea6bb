import { expect, test } from 'vitest'
import { compareAndSwap, NewerVersion, NothingChanged } from './compare-and-swap.ts'

type Row = { text: string; updated_at: string }

/** A table with one row, which a save from `base` changes. */
function table(row: Row | null, mayChange = true) {
  let updates = 0
  return {
    updates: () => updates,
    save: (base: string, before: string | null, mine: string) =>
      compareAndSwap<Row, string>({
        base,
        before,
        mine,
        valuesOf: ({ text }) => text,
        update: async (updatedAt) => {
          updates += 1
          if (!row || !mayChange || row.updated_at !== updatedAt) return { data: [] }
          row = { text: mine, updated_at: `${updatedAt}+` }
          return { data: [row] }
        },
        load: async () => ({ data: row ? [row] : [] }),
      }),
  }
}

test('a save over the version that it began with is one update', async () => {
  const { save, updates } = table({ text: 'old', updated_at: '1' })
  expect(await save('1', 'old', 'mine')).toEqual({ text: 'mine', updated_at: '1+' })
  expect(updates()).toBe(1)
})

test('a save over somebody else’s words is refused, and tells them', async () => {
  const { save } = table({ text: 'theirs', updated_at: '2' })
  const refusal = await save('1', 'old', 'mine').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(NewerVersion)
  expect((refusal as NewerVersion<Row>).version).toEqual({ text: 'theirs', updated_at: '2' })
})

test('a draft without a base version never overwrites silently', async () => {
  await expect(table({ text: 'theirs', updated_at: '2' }).save('1', null, 'mine')).rejects.toThrow(
    NewerVersion,
  )
})

test('a newer version with the base’s content is not a conflict', async () => {
  const { save, updates } = table({ text: 'old', updated_at: '2' })
  expect(await save('1', 'old', 'mine')).toEqual({ text: 'mine', updated_at: '2+' })
  expect(updates()).toBe(2)
})

test('a save that arrived while its answer was lost is saved', async () => {
  const { save } = table({ text: 'mine', updated_at: '2' })
  expect(await save('1', 'old', 'mine')).toEqual({ text: 'mine', updated_at: '2' })
})

test('a row that is deleted or not editable is not a conflict', async () => {
  await expect(table(null).save('1', 'old', 'mine')).rejects.toThrow(NothingChanged)
  await expect(table({ text: 'old', updated_at: '1' }, false).save('1', 'old', 'mine')).rejects.toThrow(
    NothingChanged,
  )
})
