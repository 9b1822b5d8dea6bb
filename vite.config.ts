import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { inlineScript } from './scripts/inline-script.ts'

// Modules are grouped into few chunks: on a slow phone, thirty requests cost more than the bytes that small chunks save.
// `framework` changes only when a library does. `site` has the modules of a thread page, which most visitors open first;
// `lists` adds those of the home, forums and category pages. `forms` has what all forms use, and `more` any other module
// that two pages share. Modules of sign-in, writing, chat and administration stay in chunks of their own.
// tests/unit/page-weight.test.ts limits the bytes of each page.
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router|cookie-es)\/|rolldown\/runtime/
const ALWAYS_LOADED = /\/(framework|rolldown-runtime)-[^/]*\.js$/
const QUERIES =
  /node_modules\/@tanstack\/(query-core|react-query)\/|\/app\/platform\/query\/query-client\.tsx/
const OURS = /\/(app|shared)\//
const OURS_OR_ICON = /\/(app|shared|lucide-react)\//
const SHARED_BY = 2
const DISCUSSION = /\/app\/(entry\.client|root|routes\/forums\/thread)\.tsx/
const LISTS = /\/app\/routes\/(home\/home|forums\/(category|forums))\.tsx/
const OF_SOME_PAGES =
  /\/app\/(routes\/(admin|site\/legal)|features\/(auth|moderation|admin|chat)|editor|features\/discussion\/revisions|domain\/articles|ui\/tables)\//
const FORMS = /\/app\/platform\/forms\/|\/shared\/schemas\//

export default defineConfig(({ command }) => ({
  // Tailwind does not minify, because Vite minifies all style sheets at the end.
  plugins: [inlineScript(), tailwindcss({ optimize: false }), reactRouter()],
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    // Every page has loaded these before it imports a part; their names in each list would be bytes of every page.
    modulePreload: {
      resolveDependencies: (_file, chunks) => chunks.filter((chunk) => !ALWAYS_LOADED.test(chunk)),
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Names of shared/page-contract.ts take the place of their imports.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          onLog: (level, log, print) => {
            // react-dom checks for exports of the scheduler that only other builds of it have.
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
  // Packages are bundled, because each start would load 300 more files, and all 1,500 icons of lucide-react. React stays
  // outside: it selects its production build at run time. In development Vite cannot bundle CommonJS for the server.
  ssr:
    command === 'build'
      ? { noExternal: true, external: ['react', 'react-dom'] }
      : { noExternal: ['lucide-react'] },
  server: { host: '127.0.0.1' },
}))

type Modules = {
  getModuleInfo(id: string): { importers: readonly string[]; importedIds: readonly string[] } | null
}

/** Names the modules that one of `pages` imports statically, directly or through other modules. */
function ifOf(pages: RegExp, name: string) {
  return (id: string, modules: Modules): string | null => {
    // Every icon is imported by the package's index alone, so its importers do not show which page uses it.
    if (!OURS.test(id)) return name
    const seen = new Set([id])
    for (const one of seen) {
      if (pages.test(one)) return name
      for (const importer of modules.getModuleInfo(one)?.importers ?? []) {
        // `importers` includes dynamic imports, which do not count.
        if (modules.getModuleInfo(importer)?.importedIds.includes(one)) seen.add(importer)
      }
    }
    return null
  }
}
