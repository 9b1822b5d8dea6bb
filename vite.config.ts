import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// What every page needs travels in two files, one that changes with the libraries and one that changes with
// us: thirty small files cost a slow phone more in requests than they save in bytes. What only some pages share
// (signing in, writing, moderating) goes its own ways.
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|@tanstack\/(query-core|react-query))\//
const SHARED_BY = 2
const OF_SOME_PAGES =
  /\/app\/features\/(?!auth\/sign-out-button)(auth|editor|moderation|admin|chat|articles)\//

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
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                {
                  name: 'site',
                  test: (id: string) => /\/(app|shared|lucide-react)\//.test(id) && !OF_SOME_PAGES.test(id),
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
