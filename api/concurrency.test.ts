import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limitConcurrency, runLatest } from './concurrency.ts'

const refusal = () => new Error('too many wait')

test('runs as much work at once as allowed, in order of arrival', async () => {
  const turn = limitConcurrency({ atOnce: 2, waiting: 10, refusal })
  const order: number[] = []
  let inside = 0
  let most = 0
  const work = (name: number) => async () => {
    inside += 1
    most = Math.max(most, inside)
    await setImmediate()
    order.push(name)
    inside -= 1
    return name
  }
  const answers = await Promise.all(Array.from({ length: 9 }, (_, name) => turn(work(name))))
  expect(answers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(order).toEqual(answers)
  expect(most).toBe(2)
})

test('refuses work that would have to wait too long', async () => {
  const turn = limitConcurrency({ atOnce: 1, waiting: 2, refusal })
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => turn(() => setImmediate('done'))))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(answers[3]).toMatchObject({ reason: { message: 'too many wait' } })
})

test('continues after work that failed', async () => {
  const turn = limitConcurrency({ atOnce: 1, waiting: 2, refusal })
  await expect(turn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(turn(() => Promise.resolve('next'))).resolves.toBe('next')
})

test('reads again after a change, once for all that wait, and ends with the newest state', async () => {
  let stored = 1
  let known = 0
  const reads: (() => void)[] = []
  const reload = runLatest(async () => {
    const read = stored
    await new Promise<void>((resolve) => reads.push(resolve))
    known = read
  })
  const first = reload()
  await setImmediate()
  stored = 2
  const later = Promise.all([reload(), reload()])
  await setImmediate()
  // The later read has not started: otherwise it could end before the first one.
  expect(reads).toHaveLength(1)
  reads[0]?.()
  await first
  expect(known).toBe(1)
  await setImmediate()
  expect(reads).toHaveLength(2)
  reads[1]?.()
  await later
  expect(known).toBe(2)
})
