import { expect, it } from 'vitest'
import { tablesOfViews } from './view-tables.ts'

const [members, posts, cards, titles, counts, loop] = [1, 2, 11, 12, 13, 14]
const { tablesOf, isOwned } = tablesOfViews(
  [
    { view: cards, source: posts, isStored: false },
    { view: cards, source: members, isStored: false },
    { view: titles, source: cards, isStored: false },
    { view: counts, source: posts, isStored: true },
    { view: loop, source: loop, isStored: false },
    { view: loop, source: counts, isStored: false },
  ],
  new Set([posts]),
)

it('finds the tables beneath views over views', () => {
  expect(tablesOf(posts)).toEqual([posts])
  expect(tablesOf(cards)).toEqual([posts, members])
  expect(tablesOf(titles)).toEqual([posts, members])
})

it('takes a materialized view for a table of its own, with the rows of others', () => {
  expect(tablesOf(counts)).toEqual([counts])
  expect([isOwned(counts), isOwned(members)]).toEqual([true, false])
})

it('ends where views refer to each other', () => {
  expect(tablesOf(loop)).toEqual([counts])
  expect(isOwned(loop)).toBe(true)
})
