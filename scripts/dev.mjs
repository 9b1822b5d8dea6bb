// npm run dev: saved pages are updated in the browser, and the server restarts when its files change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { env, install, node, root } from './prepare.mjs'

install()
const watched = ['api', 'server', 'shared', 'supabase/migrations'].map(
  (folder) => `--watch-path=${join(root, folder)}`,
)
// Vite loads the development build of React Router. The server must load the same one, or there are two copies.
const conditions = '--conditions=development'
const server = spawn(
  node,
  [conditions, ...watched, '--env-file-if-exists=.env', join(root, 'server/main.ts')],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, NODE_ENV: 'development', ANNOUNCE: '1' },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 0))
