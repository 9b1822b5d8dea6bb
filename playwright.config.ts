// The journeys: Chromium against one production server with the sample community, at two sizes.
import { defineConfig } from '@playwright/test'
import { findChromium, TEST_FLAGS } from './scripts/chromium.mjs'

const chromium = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  // A subfolder, because Playwright empties this folder at the start and npm test keeps its reports in test-results.
  outputDir: 'test-results/e2e',
  globalSetup: ['./tests/support/template.ts', './tests/e2e/start-site.ts'],
  fullyParallel: true,
  // One more than CI's two cores, because workers spend part of their time waiting.
  workers: 3,
  // Only the retry has a trace, because traces take a fifth of the time. A journey that needs a retry for the second time
  // fails the run (tests/e2e/flaky.txt).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // No context for all tests of a worker (reuseContext): emptied after each, it takes as much processor time.
    // Animations are not under test, and a moving button is hard to click.
    contextOptions: { reducedMotion: 'reduce' },
    // `page.route` does not see a service worker's requests. The journey of the service worker allows it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        ...TEST_FLAGS,
        '--disable-quic',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // Only what depends on the size: the layout of every screen (axe.spec.ts) and the journeys through controls that a
      // phone shows differently. Requests, sessions and permissions are tested once, on the desktop.
      grep: /@each-size/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
})
