// The tests that npm run mutants runs for each break: those that need no database, no server and no browser.
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** What starts a database, a server or a process. */
const STARTS = /support\/(?!fake-client)|openDatabase|startEmbedded|\bspawn\w*\(/

const light = globSync('{app,shared,api/auth,api/limits,server/pages}/**/*.test.{ts,tsx}').filter(
  (file) => !file.includes('.browser.') && !STARTS.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  test: {
    include: light,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
