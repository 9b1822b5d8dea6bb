// The walk through the pseudo-language: `npm run pseudo` builds its pages first (scripts/pseudo-language.ts).
import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: '../../test-results/pseudo',
  globalSetup: ['../support/template.ts', '../e2e/start-site.ts'],
  workers: 2,
  retries: 0,
  timeout: 120_000,
  reporter: 'line',
  projects: [
    { name: 'wide', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
})
