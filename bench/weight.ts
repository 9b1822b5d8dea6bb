// What a browser downloads for one page with an empty cache, in compressed bytes, and how soon a slow phone shows it.
import { type Page, chromium as playwright } from 'playwright-core'
import { chromium } from '../scripts/chromium.mjs'
import { SESSION_KEY } from '../shared/page-contract.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** `totalBytes` includes the response headers, `scriptBytes` does not. */
export type Weight = { requests: number; totalBytes: number; scriptBytes: number }

/**
 * Opens `url` in a new browser and adds up the compressed bytes: of the page as it is read, and again after the pointer
 * is over a button, which hydrates the page.
 */
export async function weigh(url: string): Promise<{ read: Weight; hydrated: Weight }> {
  const browser = await playwright.launch({ executablePath: chromium(), args: FLAGS })
  try {
    const page = await browser.newPage()
    const weight = await watchWeight(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    const read = weight()
    await page.getByRole('button', { name: 'Share' }).first().hover()
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    return { read, hydrated: weight() }
  } finally {
    await browser.close()
  }
}

/** @returns a function that adds up what `page` has requested since */
async function watchWeight(page: Page): Promise<() => Weight> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const seen = new Map<string, { url: string; type: string; bytes: number; headerBytes: number }>()
  devtools.on('Network.responseReceived', ({ requestId, response, type }) =>
    seen.set(requestId, { url: response.url, type, bytes: 0, headerBytes: response.encodedDataLength }),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = seen.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  return () => {
    const all = [...seen.values()].filter((one) => one.url.startsWith('http'))
    const sum = (some: number[]) => some.reduce((total, bytes) => total + bytes, 0)
    const scripts = all.filter(({ type, url: address }) => type === 'Script' || address.endsWith('.js'))
    return {
      requests: all.length,
      totalBytes: sum(all.map(({ bytes }) => bytes)),
      scriptBytes: sum(scripts.map(({ bytes, headerBytes }) => bytes - headerBytes)),
    }
  }
}

/** A slow phone on a slow connection. */
const SLOW_CPU = 4
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
}
const LOADS = 5
/** Of a member's page, which takes longer and varies less. */
const MEMBER_LOADS = 3
/** Layout shifts later than this after the load event are not measured. */
const SETTLED_MS = 1_500

export type Paint = {
  lcpSeconds: number
  cls: number
  /** The slower of two presses of a button: the first one on the page, and one after hydration. */
  inpMs: number
}

/** Opens `url` in new browsers of a slow phone. @returns the medians; layout shifts count until after hydration */
export async function paintOnSlowPhone(url: string): Promise<Paint> {
  const paints: Paint[] = []
  for (let load = 0; load < LOADS; load += 1)
    paints.push({ ...(await onSlowPhone(url, paint)), inpMs: await onSlowPhone(url, press) })
  return {
    lcpSeconds: median(paints.map(({ lcpSeconds }) => lcpSeconds)),
    cls: median(paints.map(({ cls }) => cls)),
    inpMs: median(paints.map(({ inpMs }) => inpMs)),
  }
}

const median = (figures: number[]) =>
  figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN

/** What a member's page costs: all that it requests by itself. */
export type MemberLoad = Omit<Paint, 'inpMs'> & Weight

/**
 * Opens `url` in new browsers of a slow phone, with the session of a member in their storage.
 * @returns the medians
 */
export async function memberLoadOnSlowPhone(url: string, session: string): Promise<MemberLoad> {
  const loads: MemberLoad[] = []
  for (let load = 0; load < MEMBER_LOADS; load += 1) loads.push(await onSlowPhone(url, memberLoad, session))
  const of = (what: keyof MemberLoad) => median(loads.map((one) => one[what]))
  return {
    requests: of('requests'),
    totalBytes: of('totalBytes'),
    scriptBytes: of('scriptBytes'),
    lcpSeconds: of('lcpSeconds'),
    cls: of('cls'),
  }
}

async function memberLoad(page: Page, weight: () => Weight): Promise<MemberLoad> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  const seen = await page.evaluate(() => {
    const { largestPaintMs, layoutShift } = window as PaintWindow
    return { lcpSeconds: largestPaintMs / 1_000, cls: layoutShift }
  })
  return { ...seen, ...weight() }
}

/**
 * Opens `url` in a new browser and waits until the page is quiet.
 * @param session what the browser's storage has of a member
 */
async function onSlowPhone<T>(
  url: string,
  measure: (page: Page, weight: () => Weight) => Promise<T>,
  session?: string,
): Promise<T> {
  const browser = await playwright.launch({ executablePath: chromium(), args: FLAGS })
  try {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const weight = await watchWeight(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_NETWORK)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU })
    await page.addInitScript(observePaint)
    if (session)
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        SESSION_KEY,
        session,
      ] as const)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLED_MS)
    return await measure(page, weight)
  } finally {
    await browser.close()
  }
}

async function paint(page: Page): Promise<Omit<Paint, 'inpMs'>> {
  // The browser stops reporting LCP at the first input; layout shifts go on being counted.
  const lcpSeconds = await page.evaluate(() => (window as PaintWindow).largestPaintMs / 1_000)
  await page.getByRole('button', { name: 'Share' }).first().hover()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForTimeout(SETTLED_MS)
  return { lcpSeconds, cls: await page.evaluate(() => (window as PaintWindow).layoutShift) }
}

async function press(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Share' }).first()
  await button.tap()
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForTimeout(SETTLED_MS)
  await button.tap()
  await page.waitForTimeout(SETTLED_MS)
  const interactions = await page.evaluate(() => (window as PaintWindow).interactionMs)
  if (interactions.length === 0) throw new Error('the browser saw no press')
  return Math.max(...interactions)
}

type PaintWindow = typeof window & {
  largestPaintMs: number
  layoutShift: number
  interactionMs: number[]
}

/** Runs in the page before its own scripts. */
function observePaint(): void {
  const observed = window as PaintWindow
  observed.largestPaintMs = Number.NaN
  observed.layoutShift = 0
  observed.interactionMs = []
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) observed.largestPaintMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) observed.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  // From the press to the next paint: https://web.dev/articles/inp. Whatever its time, the first one is a first input.
  const interactions = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId || entry.entryType === 'first-input')
        observed.interactionMs.push(entry.duration)
  })
  interactions.observe({ type: 'first-input', buffered: true })
  // TypeScript does not know the threshold.
  const events = { type: 'event', durationThreshold: 16, buffered: true }
  interactions.observe(events)
}
