// End to end: a real Chromium against one production server with the sample community, at two sizes.
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const chromium = findChromium()

export default defineConfig({
  testDir: 'tests/e2e',
  // Not test-results itself: that folder is emptied at the start, and npm test keeps its reports there.
  outputDir: 'test-results/e2e',
  globalSetup: ['./tests/support/template.ts', './tests/e2e/start-site.ts'],
  fullyParallel: true,
  // For two cores: whoever waits leaves its core to the third.
  workers: 3,
  // The second try alone is recorded, because recording costs a fifth of the time. What passed only then fails the run when
  // it did so before (tests/e2e/flaky.txt).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Movement is decoration here, and a moving button is hard to hit.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests of a worker are beyond the reach of routes; the journey that is about it allows it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      // What the wire, a session or a rule decides is the same at any size, and is tried once. Here is what the size
      // decides: every screen's layout (axe.spec.ts), and journeys by what a phone shows otherwise.
      grep: /@each-size/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
    },
  ],
})
