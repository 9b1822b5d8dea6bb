import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,server,shared,supabase,scripts}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    // Each file that needs a server starts its own; two cores carry two of them.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 90_000,
    // Of what comes by itself (a change, a letter) a busy machine may take longer than the second that is the default.
    expect: { poll: { timeout: 10_000 } },
  },
})
