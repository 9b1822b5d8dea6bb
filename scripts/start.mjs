// npm start: everything from an empty checkout to a running community, which is started again when it falls.
import { join } from 'node:path'
import { MEMORY_FLAGS } from './memory.mjs'
import { build, env, install, node, root } from './prepare.mjs'
import { supervise } from './supervise.mjs'

install()
build()
process.exitCode = await supervise(
  node,
  [...MEMORY_FLAGS, '--env-file-if-exists=.env', join(root, 'server/main.ts')],
  { cwd: root, env: { ...env, NODE_ENV: 'production', ANNOUNCE: '1' } },
)
process.exit()
