// What a guest's browser downloads for one cold page, as it crosses the wire.
import { chromium as playwright } from 'playwright-core'
import { chromium } from '../scripts/chromium.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type Weight = { requests: number; totalBytes: number; scriptBytes: number }

/**
 * Opens `url` in a fresh browser and adds up the compressed bytes: of the page as it is read, and again after
 * the reader reaches for a button, which wakes its scripts.
 */
export async function weigh(url: string): Promise<{ read: Weight; touched: Weight }> {
  const browser = await playwright.launch({ executablePath: chromium(), args: FLAGS })
  try {
    const page = await browser.newPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    const seen = new Map<string, { url: string; type: string; bytes: number }>()
    devtools.on('Network.responseReceived', ({ requestId, response, type }) =>
      seen.set(requestId, { url: response.url, type, bytes: 0 }),
    )
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const one = seen.get(requestId)
      if (one) one.bytes = encodedDataLength
    })
    const weight = (): Weight => {
      const all = [...seen.values()].filter((one) => one.url.startsWith('http'))
      const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0)
      const scripts = all.filter(({ type, url: address }) => type === 'Script' || address.endsWith('.js'))
      return { requests: all.length, totalBytes: sum(all), scriptBytes: sum(scripts) }
    }
    await page.goto(url, { waitUntil: 'networkidle' })
    const read = weight()
    await page.getByRole('button', { name: 'Share' }).first().hover()
    await page.locator('html[data-awake]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    return { read, touched: weight() }
  } finally {
    await browser.close()
  }
}
