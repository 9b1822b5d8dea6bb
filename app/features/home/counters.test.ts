// The front page's figures are true with every choice of the administrator.
import { expect, test } from 'vitest'
import type { DbClient } from '#app/platform/session/session.ts'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { headlineFigures } from './counters.ts'

function counting(counts: { members: number; discussions: number; posts: number }): DbClient {
  return fakeClient(() => Response.json({ ...counts, online: 0 }))
}

const LARGE = { members: 51_000, discussions: 6_000, posts: 40_000 }

test.each([
  ['fixed', LARGE, ['50K+', '6K+', '40K+', '24/7']],
  ['fixed', { ...LARGE, posts: 39_999 }, ['51K', '6,000', '39.9K', '24/7']],
  ['fixed', { members: 40, discussions: 50, posts: 536 }, ['40', '50', '536', '24/7']],
  ['live', LARGE, ['51K', '6,000', '40K', '24/7']],
] as const)('%s figures over %o read %o', async (kind, counts, shown) => {
  const figures = await headlineFigures(counting(counts), kind)
  expect(figures.map(({ value }) => value)).toEqual(shown)
})
