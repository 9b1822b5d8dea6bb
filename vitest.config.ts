import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium, TEST_FLAGS } from './scripts/chromium.mjs'
import { inlineScript } from './scripts/inline-script.ts'

const chromium = findChromium()

/** Measures pauses of the server, which other tests would add to. */
const ALONE = 'tests/attacks/event-loop.test.ts'

const isExhaustive = process.env.EXHAUSTIVE !== undefined

const node = {
  pool: 'forks',
  // On a busy machine a server takes 20 s to start, in a test as in a hook.
  testTimeout: isExhaustive ? 600_000 : 90_000,
  hookTimeout: isExhaustive ? 600_000 : 90_000,
  setupFiles: 'tests/support/samples.ts',
  unstubEnvs: true,
  unstubGlobals: true,
} as const

export default defineConfig({
  plugins: [inlineScript([])],
  test: {
    // Events and mails may take longer than the default of one second on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // One more than CI's two cores, because workers wait for the processes that they start. Five took longer.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'node',
          globalSetup: 'tests/support/template.ts',
          include: [
            '{api,app,messages,server,shared,supabase,scripts}/**/*.test.{ts,tsx}',
            'tests/**/*.test.ts',
          ],
          exclude: ['**/*.{browser,isolated}.test.{ts,tsx}', ALONE, 'tests/e2e/**', 'node_modules/**'],
          // Files share loaded modules: loading them again for each file takes a third of the time. Each file that needs
          // a server starts its own.
          isolate: false,
        },
      },
      {
        extends: true,
        // Files that replace modules for their tests, which other files must not see.
        test: { ...node, name: 'isolated', include: ['{api,app,server,shared}/**/*.isolated.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'alone',
          globalSetup: 'tests/support/template.ts',
          include: [ALONE],
          // After the others, where all projects run at once.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        // Components with keys, pointers, focus and the browser's dialogs, in Chromium. A dependency that Vite discovers
        // during a test reloads the page, so all are listed.
        optimizeDeps: {
          include: [
            '@supabase/auth-js',
            '@supabase/postgrest-js',
            '@supabase/realtime-js',
            '@tanstack/react-query',
            '@tanstack/react-table',
            '@tiptap/extension-mention',
            '@tiptap/extension-placeholder',
            '@tiptap/pm/model',
            '@tiptap/pm/state',
            '@tiptap/pm/tables',
            '@tiptap/pm/transform',
            '@tiptap/pm/view',
            '@tiptap/react',
            '@tiptap/starter-kit',
            '@tiptap/suggestion',
            'fast-check',
            'lucide-react',
            'react',
            'react-dom',
            'react-dom/client',
            'react-dom/server.browser',
            'react-hook-form',
            'react-router',
            'react/jsx-dev-runtime',
            'sonner',
            'vitest-browser-react',
            'zod/mini',
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
                args: TEST_FLAGS,
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
})
