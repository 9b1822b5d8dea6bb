// npm run serve: starts the built site, and restarts the server after a crash. It needs no development dependency
// (docs/operations.md).
import { join } from 'node:path'
import { MEMORY_FLAGS } from './memory.mjs'
import { env, node, root } from './prepare.mjs'
import { supervise } from './supervise.mjs'

// What V8 compiled, without which a start takes twice as long.
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')

process.exitCode = await supervise(
  node,
  [...MEMORY_FLAGS, '--env-file-if-exists=.env', join(root, 'server/main.ts')],
  { cwd: root, env: { NODE_COMPILE_CACHE, ...env, NODE_ENV: 'production', ANNOUNCE: '1' } },
)
process.exit()
