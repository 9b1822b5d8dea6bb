// npm start: everything from an empty checkout to a running community.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { MEMORY_FLAGS } from './memory.mjs'
import { build, env, install, node, root } from './prepare.mjs'

install()
build()
const server = spawn(node, [...MEMORY_FLAGS, '--env-file-if-exists=.env', join(root, 'server/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...env, NODE_ENV: 'production', ANNOUNCE: '1' },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
