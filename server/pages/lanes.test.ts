import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Lane } from './lanes.ts'

/** A rendering that ends when it is told to. */
function rendering(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const render = () => {
    log.push(name)
    return promise
  }
  return { render, end: resolve }
}

test('the renderings of a lane take turns, in the order in which they came', async () => {
  const lane = new Lane('often', { turns: 2, places: 4 })
  const log: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => rendering(log, name))
  if (!a || !b || !c || !d) throw new Error('four were made')
  const runs = [a, b, c, d].map(({ render }) => lane.run(render))
  expect(log).toEqual(['a', 'b'])
  b.end()
  await runs[1]
  await expect.poll(() => log).toEqual(['a', 'b', 'c'])
  for (const { end } of [a, c, d]) end()
  expect(await Promise.all(runs)).toEqual([true, true, true, true])
  expect(log).toEqual(['a', 'b', 'c', 'd'])
})

test('beyond its places nobody waits, and each that ends makes room for one', async () => {
  const lane = new Lane('strangers', { turns: 1, places: 2 })
  const log: string[] = []
  const [a, b] = [rendering(log, 'a'), rendering(log, 'b')]
  const runs = [lane.run(a.render), lane.run(b.render)]
  expect(lane.isFull).toBe(true)
  expect(await lane.run(async () => void log.push('refused'))).toBe(false)
  a.end()
  await runs[0]
  expect(lane.isFull).toBe(false)
  b.end()
  await Promise.all(runs)
  expect(log).toEqual(['a', 'b'])
})

test('strangers take half of a busy event loop, and all of an idle one', async () => {
  const lane = new Lane('strangers', { turns: 1, places: 2, rests: true })
  const pauseAfter = async (render: () => Promise<void>) => {
    let ended = 0
    const first = lane.run(async () => {
      await render()
      ended = performance.now()
    })
    let began = 0
    await lane.run(async () => {
      began = performance.now()
    })
    await first
    return began - ended
  }
  const working = async () => {
    const until = performance.now() + 100
    while (performance.now() < until);
  }
  expect(await pauseAfter(working)).toBeGreaterThan(80)
  await expect.poll(() => lane.isFull).toBe(false)
  expect(await pauseAfter(() => sleep(100))).toBeLessThan(80)
})

test('a rendering that fails gives its turn on', async () => {
  const lane = new Lane('strangers', { turns: 1, places: 2 })
  const failing = lane.run(() => Promise.reject(new Error('no page')))
  let isRun = false
  const next = lane.run(async () => {
    isRun = true
  })
  await expect(failing).rejects.toThrow('no page')
  expect([await next, isRun, lane.isFull]).toEqual([true, true, false])
})
