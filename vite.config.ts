import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// What a page for reading needs travels in few files, one that changes with the libraries and one that changes with
// us: thirty small files cost a slow phone more in requests than they save in bytes. What other pages share is one more
// file for them; what only some share (signing in, writing) goes its own ways.
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|@tanstack\/(query-core|react-query))\//
const OURS = /\/(app|shared|lucide-react)\//
const SHARED_BY = 2
const READING = /\/app\/(root|routes\/home|routes\/forums\/(thread|category|forums))\.tsx/
const OF_SOME_PAGES = /\/app\/features\/(auth|editor|moderation|admin|chat|articles)\//

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 3 },
                {
                  name: (id: string, modules: Modules) => (isForReading(id, modules) ? 'site' : null),
                  test: OURS,
                  minShareCount: SHARED_BY,
                  priority: 2,
                },
                {
                  name: 'more',
                  test: (id: string) => OURS.test(id) && !OF_SOME_PAGES.test(id),
                  minShareCount: SHARED_BY,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
  server: { host: '127.0.0.1' },
})

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Whether the front page, a list or a discussion imports the module, through however many others. */
function isForReading(id: string, modules: Modules): boolean {
  const seen = new Set([id])
  for (const one of seen) {
    if (READING.test(one)) return true
    for (const importer of modules.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  }
  return false
}
