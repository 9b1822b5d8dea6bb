import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from './scripts/chromium.mjs'

const chromium = findChromium()

export default defineConfig({
  test: {
    // Of what comes by itself (a change, a letter) a busy machine may take longer than the second that is the default.
    expect: { poll: { timeout: 10_000 } },
    // For two cores: whoever waits for a process to start leaves its core to the third.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{api,app,server,shared,supabase,scripts}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
          globalSetup: 'tests/support/template.ts',
          exclude: ['**/*.browser.test.tsx', 'tests/e2e/**', 'node_modules/**'],
          // Each file that needs a server starts its own.
          pool: 'forks',
          testTimeout: 20_000,
          hookTimeout: 90_000,
        },
      },
      {
        extends: true,
        // What a component does with keys, pointers and the browser's own dialogs, in a real browser.
        // Found while the first test runs, they would reload the page under it.
        optimizeDeps: {
          include: [
            '@supabase/postgrest-js',
            '@tanstack/react-query',
            '@tanstack/react-table',
            'lucide-react',
            'react',
            'react-dom',
            'react-dom/client',
            'react-dom/server.browser',
            'react-router',
            'react/jsx-dev-runtime',
            'sonner',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'browser',
          include: ['{app,server}/**/*.browser.test.tsx'],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromium ? { executablePath: chromium } : {}),
                args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
})
