// Servers that tests run and npm does not bring: from the machine, or else from Debian's packages.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/opt/homebrew/bin']

/**
 * The path of one of `names`; installs the package if there is none.
 * @param setting environment variable that may hold the path
 */
export function findProgram(names: string[], packageName: string, setting: string): string {
  const places = [
    process.env[setting] ?? '',
    ...names.flatMap((name) => FOLDERS.map((at) => `${at}/${name}`)),
  ]
  const find = () => places.find((place) => place && existsSync(place))
  const found = find()
  if (found) return found
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', packageName],
  ]) {
    const [command = '', ...rest] = [...sudo, ...args]
    spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Installing the package must not start its service.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  }
  const installed = find()
  if (installed) return installed
  throw new Error(
    `No ${names.join(' or ')} was found and none could be installed; set ${setting} to its path`,
  )
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
