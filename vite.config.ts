import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { minifyInlineScript } from './scripts/inline-script.ts'

// What a page for reading needs travels in few files: thirty small ones cost a slow phone more in requests than they
// save in bytes. One changes with the libraries; one is what a discussion shows, which is what most visitors open; one
// is what the lists share beside that. What else several pages share is one more file for them, what forms have in
// common is one for those with a form, and what only some do (signing in, writing) goes its own ways.
// tests/unit/page-weight.test.ts holds what it comes to.
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router|cookie-es)\/|rolldown\/runtime/
const QUERIES =
  /node_modules\/@tanstack\/(query-core|react-query)\/|\/app\/platform\/query\/query-client\.tsx/
const OURS = /\/(app|shared)\//
const OURS_OR_ICON = /\/(app|shared|lucide-react)\//
const SHARED_BY = 2
const DISCUSSION = /\/app\/(entry\.client|root|routes\/forums\/thread)\.tsx/
const LISTS = /\/app\/routes\/(home\/home|forums\/(category|forums))\.tsx/
const OF_SOME_PAGES =
  /\/app\/(routes\/(admin|site\/legal)|features\/(auth|moderation|admin|chat)|domain\/(articles|editor|revisions)|ui\/tables)\//
const FORMS = /\/app\/platform\/forms\/|\/shared\/schemas\//

export default defineConfig({
  // Tailwind need not make its style sheet small: all of them are made small at the end.
  plugins: [minifyInlineScript(), tailwindcss({ optimize: false }), reactRouter()],
  build: { assetsInlineLimit: 0, target: 'es2022' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          onLog: (level, log, print) => {
            // React looks for names of the scheduler that only its other builds have, and does without.
            const isExpected = log.code === 'IMPORT_IS_UNDEFINED' && log.id?.includes('/react-dom/')
            if (!isExpected) print(level, log)
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 5 },
                { name: 'queries', test: QUERIES, priority: 3 },
                { name: ifOf(DISCUSSION, 'site'), debugName: 'site', test: OURS, priority: 4 },
                {
                  name: ifOf(LISTS, 'lists'),
                  debugName: 'lists',
                  test: OURS_OR_ICON,
                  minShareCount: SHARED_BY,
                  priority: 2,
                },
                { name: 'forms', test: FORMS, priority: 0 },
                {
                  name: 'more',
                  test: (id: string) => OURS.test(id) && !OF_SOME_PAGES.test(id) && !FORMS.test(id),
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
  // The server would load all its fifteen hundred icons, and keep them.
  ssr: { noExternal: ['lucide-react'] },
  server: { host: '127.0.0.1' },
})

type Modules = {
  getModuleInfo(id: string): { importers: readonly string[]; importedIds: readonly string[] } | null
}

/** Names a module that one of `pages` has from the start: that they import, through however many others. */
function ifOf(pages: RegExp, name: string) {
  return (id: string, modules: Modules): string | null => {
    // An icon's importer is the one file that lists them all, which says nothing.
    if (!OURS.test(id)) return name
    const seen = new Set([id])
    for (const one of seen) {
      if (pages.test(one)) return name
      for (const importer of modules.getModuleInfo(one)?.importers ?? []) {
        // Among the importers are those who do so on demand.
        if (modules.getModuleInfo(importer)?.importedIds.includes(one)) seen.add(importer)
      }
    }
    return null
  }
}
