// npm run dev: saved pages are updated in the browser, and the server restarts when its files change. Node's own watch mode
// may crash on SIGTERM and leave the server and its PostgreSQL running.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { env, install, node, root } from './prepare.mjs'
import { runInGroup } from './process-group.mjs'

const WATCHED = ['api', 'server', 'shared', 'supabase/migrations']
const SOURCES = /(?<!\.test)\.(?:ts|tsx|sql|json)$/
/** An editor or git writes several files at once. */
const SETTLED_MS = 200

install()
let change = new AbortController()
let timer
for (const folder of WATCHED)
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (!SOURCES.test(file ?? '')) return
    clearTimeout(timer)
    timer = setTimeout(() => change.abort(), SETTLED_MS)
  })
for (;;) {
  const { code, signal } = await runInGroup(
    node,
    // Vite loads the development build of React Router. The server must load the same one, or there are two copies.
    ['--conditions=development', '--env-file-if-exists=.env', join(root, 'server/main.ts')],
    { cwd: root, env: { ...env, NODE_ENV: 'development', ANNOUNCE: '1' } },
    change.signal,
  )
  if (signal) process.exit(0)
  if (!change.signal.aborted) {
    console.error(`The server ended with ${code}. It starts again when a file changes.`)
    await new Promise((resolve) => change.signal.addEventListener('abort', resolve))
  }
  change = new AbortController()
}
