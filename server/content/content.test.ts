// What members write is sanitised beside the main thread, with a deadline.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, expect, test } from 'vitest'
import { sanitizeForeign, stopSanitising } from './content.ts'
import { sanitizeContent } from './sanitize.ts'

afterAll(stopSanitising)

test('a long text is sanitised as a short one is, and a refusal is the same', async () => {
  const long = `<p onclick="x">${'word '.repeat(2_000)}</p>`
  expect(await sanitizeForeign(long)).toBe(sanitizeContent(long))
  expect(await sanitizeForeign('<p>$$x^2$$</p>')).toContain('<math')
  const refused = { status: 400, message: 'The text is nested too deeply' }
  await expect(sanitizeForeign('<div>'.repeat(90_000))).rejects.toMatchObject(refused)
  await expect(sanitizeForeign('<'.repeat(500_001))).rejects.toMatchObject({
    message: 'The text is too long',
  })
  await expect(sanitizeForeign('<div>'.repeat(101))).rejects.toMatchObject(refused)
})

test('the main thread goes on while long texts are sanitised', { timeout: 60_000 }, async () => {
  await sanitizeForeign(' '.repeat(5_000))
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const sign = '<'.repeat(200_000)
  const began = performance.now()
  sanitizeContent(sign)
  const alone = performance.now() - began
  delay.enable()
  await Promise.all([
    sanitizeForeign(sign),
    sanitizeForeign('<p>'.repeat(20_000).concat('$$x$$ '.repeat(1_000))),
  ])
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(Math.max(50, alone / 2))
})

test('more texts than may wait are refused with 503', { timeout: 60_000 }, async () => {
  const texts = Array.from({ length: 60 }, () => sanitizeForeign('<'.repeat(20_000)))
  const refused = (await Promise.allSettled(texts)).flatMap((one) =>
    one.status === 'rejected' ? [one.reason] : [],
  )
  expect(refused.length).toBeGreaterThan(0)
  for (const reason of refused) expect(reason).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})
