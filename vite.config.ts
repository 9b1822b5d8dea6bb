import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite'
import { inlineScript } from './scripts/inline-script.ts'
import { wordsByChunk } from './scripts/words-by-chunk.ts'

// Modules are grouped into few chunks: on a slow phone, thirty requests cost more than the bytes that small chunks save.
// `framework` changes only when a library does. `site` has the modules of a thread page, which most visitors open first;
// `lists` adds those of the home, forums and category pages, `member` what every page of a member loads. `forms` has what
// all forms use, and `more` any other module that two pages share. Modules of sign-in, writing, chat and administration
// stay in chunks of their own.
// tests/unit/page-weight.test.ts limits the bytes of each page.
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|react-router|cookie-es)\/|rolldown\/runtime/
const ALWAYS_LOADED = /\/(framework|rolldown-runtime)-[^/]*\.js$|\/site-[^/]*\.css$/
const QUERIES =
  /node_modules\/@tanstack\/(query-core|react-query)\/|\/app\/platform\/query\/query-client\.tsx/
const OURS = /\/(app|messages|shared)\//
const ICONS = /\/lucide-react\//
/** Small modules that lists, members' discussions and forms share; what the first two share is with them. */
const BASE = /\/(?:shared\/limits|app\/platform\/supabase\/api-error)\.ts$/
const SHARED_BY = 2
const DISCUSSION = /\/app\/(entry\.client|root|routes\/forums\/thread)\.tsx/
const LISTS = /\/app\/routes\/(home\/home|forums\/(category|forums))\.tsx/
const OF_SOME_PAGES =
  /\/app\/(routes\/(admin|site\/legal)|features\/(auth|moderation|admin|chat)|editor|features\/discussion\/revisions|domain\/articles|ui\/tables)\//
const FORMS = /\/app\/platform\/forms\/|\/shared\/schemas\/|node_modules\/zod\//
/**
 * What members have on every page and in discussions. Without their client, which is a chunk of its own: what guests load
 * may share modules with these. Lists, which a discussion does without, are not loaded with these: the first rows of the
 * front page and of the notifications are the server's (app/ui/first-rows.tsx).
 */
const MEMBER = RegExp(
  `/app/(?:${[
    'platform/(?:supabase/member-fetch|session/first-profile|query/begun-read)',
    'features/notifications/bell',
    'features/discussion/(?:member-tools|announced-replies|member-end)',
    'domain/bookmarks/query-options',
    'domain/tracking/(?:queries|track|tracking-button)',
    'domain/(?:replies|reactions)/query-options',
    'domain/threads/(?:own-reads|query-options)',
  ].join('|')})\\.tsx?`,
)
const ROUTE = '?__react-router-build-client-route'
/**
 * In the groups in which they are loaded; with what they import these are the chunks above, but for `forms` and `more`.
 * The first rows of a page need no official client (app/platform/query/begun-read.ts).
 */
const MEMBER_ENTRIES = [
  ['app/entry.client.tsx', `app/root.tsx${ROUTE}`, `app/routes/page.tsx${ROUTE}`, 'member'],
  ['app/platform/supabase/browser-client.ts'],
]

/** The language of this build: a condition by which `#words/*` is resolved (package.json). */
const LANGUAGE = process.env.SITE_LANGUAGE ?? 'en'

export default defineConfig(({ command }) => ({
  // Tailwind does not minify, because Vite minifies all style sheets at the end.
  plugins: [
    inlineScript(MEMBER_ENTRIES, `build/${LANGUAGE}/client`),
    wordsByChunk(),
    tailwindcss({ optimize: false }),
    reactRouter(),
  ],
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
      resolve: { conditions: [LANGUAGE, ...defaultClientConditions] },
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
            // Every page loads the list of all names, so each letter of a hash costs a tenth of a kilobyte.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 5 },
                { name: 'queries', test: QUERIES, priority: 3 },
                { name: ifOf([DISCUSSION], 'site'), debugName: 'site', test: OURS, priority: 4 },
                { name: 'icons', test: ICONS, minShareCount: SHARED_BY, priority: 2.5 },
                {
                  name: (id: string, modules: Modules) =>
                    BASE.test(id) ? 'base' : ifOf([LISTS, MEMBER], 'base')(id, modules),
                  debugName: 'base',
                  test: OURS,
                  minShareCount: SHARED_BY,
                  priority: 2.5,
                },
                {
                  name: ifOf([LISTS], 'lists'),
                  debugName: 'lists',
                  test: OURS,
                  minShareCount: SHARED_BY,
                  priority: 2,
                },
                { name: ifOf([MEMBER], 'member'), debugName: 'member', test: OURS, priority: 1.5 },
                {
                  // What needs the forms is with them: in a chunk with other modules it would bring them to their pages.
                  name: (id: string, modules: Modules) => (needs(FORMS, id, modules) ? null : 'more'),
                  debugName: 'more',
                  test: (id: string) => OURS.test(id) && !OF_SOME_PAGES.test(id),
                  minShareCount: SHARED_BY,
                  priority: 1,
                },
                {
                  name: 'forms',
                  test: (id: string) => FORMS.test(id) || (OURS.test(id) && !OF_SOME_PAGES.test(id)),
                  minShareCount: SHARED_BY,
                  priority: 0,
                },
              ],
            },
          },
        },
      },
    },
    ssr: { resolve: { conditions: [LANGUAGE, ...defaultServerConditions] } },
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

/** Names the modules that one of each kind of `pages` imports statically, directly or through other modules. */
function ifOf(pages: readonly RegExp[], name: string) {
  return (id: string, modules: Modules): string | null => {
    let missing = pages
    const seen = new Set([id])
    for (const one of seen) {
      missing = missing.filter((kind) => !kind.test(one))
      if (missing.length === 0) return name
      for (const importer of modules.getModuleInfo(one)?.importers ?? []) {
        // `importers` includes dynamic imports, which do not count.
        if (modules.getModuleInfo(importer)?.importedIds.includes(one)) seen.add(importer)
      }
    }
    return null
  }
}

/** Whether the module imports one of `these` statically, directly or through other modules. */
function needs(these: RegExp, id: string, modules: Modules): boolean {
  const seen = new Set([id])
  for (const one of seen) {
    if (these.test(one)) return true
    for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) seen.add(imported)
  }
  return false
}
