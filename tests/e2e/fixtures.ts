// The `test` function of every journey. A test fails on a console error, an uncaught error or a blocked script in any of
// its pages, and on an error in the site's log while it ran, unless the test announced it.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type WebError,
} from '@playwright/test'
import type { TestServer } from '../support/server.ts'

export { expect }

const ERROR_LEVEL = 50

type Noise = {
  /** Announces a problem that this test causes, e.g. a refusal that the browser logs. The test fails without it. */
  expect(pattern: RegExp): void
  /** Checks the pages of another browser too. */
  watch(context: BrowserContext): void
}

type Fixtures = {
  noise: Noise
  /** Opens another browser, for another person or another device. It is closed after the test. */
  otherBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern, and takes no other argument
  baseURL: async ({}, use) => {
    await use(siteUrl())
  },

  noise: [
    async ({ context }, use) => {
      const problems: string[] = []
      const expected = new Map<RegExp, number>()
      const note = (problem: string) => {
        const pattern = [...expected.keys()].find((one) => one.test(problem))
        if (pattern) expected.set(pattern, (expected.get(pattern) ?? 0) + 1)
        else problems.push(problem)
      }
      const noteMessage = (message: ConsoleMessage) => {
        if (isOfStoppedSite(message)) return
        if (message.type() === 'error') note(`${message.text()} (console of ${message.location().url})`)
      }
      const noteError = (error: WebError) => note(`${error.error().message} (uncaught)`)
      const watched: BrowserContext[] = []
      const watch = (one: BrowserContext) => {
        watched.push(one.on('console', noteMessage).on('weberror', noteError))
      }
      watch(context)
      const logFrom = statSync(logPath()).size
      await use({ expect: (pattern) => void expected.set(pattern, 0), watch })
      // The contexts of one-page.ts outlive the test.
      for (const one of watched) one.off('console', noteMessage).off('weberror', noteError)
      for (const line of errorLines(logFrom)) note(`${line} (log of the site)`)
      expect(problems, 'nobody complained').toEqual([])
      const missing = [...expected].filter(([, times]) => times === 0).map(([pattern]) => String(pattern))
      expect(missing, 'what was announced came').toEqual([])
    },
    { auto: true },
  ],

  otherBrowser: async ({ browser, noise, viewport, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        baseURL: siteUrl(),
        ...options,
      })
      noise.watch(context)
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },
})

/** The address of the site of this run. */
export function siteUrl(): string {
  return siteOfRun().url
}

/** The publishable key. */
export function publishableKey(): string {
  return siteOfRun().publishableKey
}

type SiteOfRun = Pick<TestServer, 'url' | 'publishableKey' | 'adminDatabaseUrl' | 'dataDir'>

/** The site of this run, which all journeys share that change nothing for the others. */
export function siteOfRun(): SiteOfRun {
  return JSON.parse(setting('E2E_SITE')) as SiteOfRun
}

const OF_STOPPED_SITE =
  /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|Unexpected response code: 503/

/**
 * A page that is open while a test stops its own site keeps sending requests: on a kept connection, to a server that
 * closes, then to nobody.
 */
function isOfStoppedSite(message: ConsoleMessage): boolean {
  // The message contains a socket's address; the location is the script's.
  const about = message.text().startsWith('WebSocket') ? message.text() : message.location().url
  return OF_STOPPED_SITE.test(message.text()) && !about.includes(new URL(siteUrl()).host)
}

function logPath(): string {
  return setting('E2E_LOG')
}

/** What start-site.ts says about the run. */
export function setting(name: 'E2E_SITE' | 'E2E_ADMIN' | 'E2E_LOG'): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: start-site.ts did not run`)
  return value
}

/** The site's log lines of level error from byte `from` on. */
function errorLines(from: number): string[] {
  const file = openSync(logPath(), 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, statSync(logPath()).size - from))
    readSync(file, bytes, 0, bytes.length, from)
    return bytes
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .filter((line) => (JSON.parse(line) as { level: number }).level >= ERROR_LEVEL)
  } finally {
    closeSync(file)
  }
}
