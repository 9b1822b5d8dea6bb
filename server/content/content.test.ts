// What members write is sanitised beside the main thread, with a deadline.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createSanitizer } from './content.ts'
import { sanitizeContent } from './sanitize.ts'
import { createTextWorker } from './text-worker.ts'

const worker = createTextWorker()
const sanitize = createSanitizer(worker)
afterAll(worker.stop)

/** Bounds that a test can reach. */
function bounded(bounds: Parameters<typeof createTextWorker>[0]) {
  const small = createTextWorker(bounds)
  onTestFinished(small.stop)
  return { sanitize: createSanitizer(small), stop: small.stop }
}

const LONG = `<p onclick="x">${'word '.repeat(2_000)}</p>`
const PLAIN = sanitizeContent(LONG)

test('a long text is sanitised as a short one is, and a refusal is the same', async () => {
  expect(await sanitize(LONG)).toBe(PLAIN)
  expect(await sanitize('<p>$$x^2$$</p>')).toContain('<math')
  const refused = { status: 400, message: 'The text is nested too deeply' }
  await expect(sanitize('<div>'.repeat(90_000))).rejects.toMatchObject(refused)
  await expect(sanitize('<'.repeat(500_001))).rejects.toMatchObject({ message: 'The text is too long' })
  await expect(sanitize('<div>'.repeat(101))).rejects.toMatchObject(refused)
})

test('the main thread goes on while long texts are sanitised', { timeout: 60_000 }, async () => {
  await sanitize(' '.repeat(5_000))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const sign = '<'.repeat(200_000)
  const began = performance.now()
  sanitizeContent(sign)
  const alone = performance.now() - began
  delay.enable()
  await Promise.all([sanitize(sign), sanitize('<p>'.repeat(20_000).concat('$$x$$ '.repeat(1_000)))])
  delay.disable()
  // The other threads take the processor from this one for a while, never for as long as one of the texts.
  expect(delay.max / 1e6).toBeLessThan(Math.max(50, alone * 0.8))
})

test('a text beyond the deadline is at fault: 400, and nobody is told to try it again', async () => {
  const late = await bounded({ deadlineMs: 1 })
    .sanitize(LONG)
    .catch((error: unknown) => error)
  expect(late).toMatchObject({ status: 400, message: 'The text takes too long to check', headers: {} })
})

test('more texts than may wait are refused with 503 and Retry-After, the others are sanitised', async () => {
  const small = bounded({ mostWaiting: 2 })
  const texts = await Promise.allSettled(Array.from({ length: 5 }, () => small.sanitize(LONG)))
  expect(texts.map(({ status }) => status)).toEqual([
    ...Array(3).fill('fulfilled'),
    ...Array(2).fill('rejected'),
  ])
  for (const refused of texts.slice(3))
    expect(refused).toMatchObject({ reason: { status: 503, headers: { 'retry-after': '5' } } })
})

test('a text that is sanitised while the process stops may be sent again', async () => {
  const small = bounded({})
  const refused = small.sanitize(LONG).catch((error: unknown) => error)
  await setImmediate()
  await small.stop()
  expect(await refused).toMatchObject({ status: 503 })
})
