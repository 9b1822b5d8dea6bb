import { expect, test } from 'vitest'
import { groupIntoCases, type QueuedReport } from './queue.ts'

const report = (id: string, target_id: string) => ({ id, target_id }) as QueuedReport

test('reports of one target are one case, the most reported first, then the oldest', () => {
  const cases = groupIntoCases([report('1', 'a'), report('2', 'b'), report('3', 'c'), report('4', 'b')])
  expect(cases.map(({ target, reports }) => [target.target_id, reports.map(({ id }) => id)])).toEqual([
    ['b', ['2', '4']],
    ['a', ['1']],
    ['c', ['3']],
  ])
  expect(groupIntoCases([])).toEqual([])
})
