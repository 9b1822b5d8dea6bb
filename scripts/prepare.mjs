// Installs the locked dependencies and builds the pages for every command. Needs only Node 20 and npm.
import { spawnSync } from 'node:child_process'
// biome-ignore lint/style/noRestrictedImports: runs in Node 20, which imports no TypeScript.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepPreviousAssets } from './previous-assets.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const INSTALLED = join(root, 'node_modules/.arthachowk-lock')
const BUILT = join(root, 'build/.sources')

/** The pinned Node, independent of the Node that runs this script. */
export const node = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** An environment whose PATH finds the pinned `node`, `tsc` and other tools first. */
export const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
}

/** Runs a command and shows its output; exits with its code if it fails. */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', env, ...options })
  if (done.error) throw done.error
  if (done.status !== 0) process.exit(done.status ?? 1)
}

const locked = () => hash([join(root, 'package-lock.json'), join(root, 'package.json')])

/** Whether the installed packages are those of the lock file. */
export const isInstalled = () =>
  existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === locked() && existsSync(node)

/** Installs from the lock file if the installed packages do not match it. */
export function install() {
  if (isInstalled()) return
  console.log('Installing dependencies (once, about a minute) …')
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    env: process.env,
    shell: process.platform === 'win32',
  })
  writeFileSync(INSTALLED, locked())
}

const sources = () =>
  hash([
    ...['app', 'messages', 'shared', 'public'].flatMap((folder) => files(join(root, folder))),
    ...[
      'package-lock.json',
      'vite.config.ts',
      'react-router.config.ts',
      'scripts/compress-assets.ts',
      'scripts/inline-script.ts',
    ].map((file) => join(root, file)),
  ])

/** Whether the pages are built from the present sources. */
export const isBuilt = () => existsSync(BUILT) && readFileSync(BUILT, 'utf8') === sources()

/** Builds the pages if their sources changed since the last build. */
export function build() {
  if (isBuilt()) return
  console.log('Building the pages …')
  // The bundler's warnings concern developers only; `npm run build` prints them.
  buildPages('error')
  writeFileSync(BUILT, sources())
}

/**
 * Builds the pages once for each language into build/<language>/server, and what browsers load into build/client: a file
 * without words is the same in all of them.
 * @param {'info' | 'error'} logLevel
 */
export function buildPages(logLevel) {
  const folders = readdirSync(join(root, 'messages'), { withFileTypes: true })
  const languages = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  keepPreviousAssets(root)
  rmSync(join(root, 'build'), { recursive: true, force: true })
  for (const language of languages) buildLanguage(language, logLevel)
  run(node, [join(root, 'scripts/compress-assets.ts')])
}

/**
 * Builds the pages in one language, beside what is built.
 * @param {string} language its folder of messages/
 * @param {'info' | 'error'} logLevel
 * @returns {string[]} the files that it added to build/client, to take them away again
 */
export function buildLanguage(language, logLevel) {
  run(node, [join(root, 'node_modules/.bin/react-router'), 'build', '--logLevel', logLevel], {
    env: { ...env, SITE_LANGUAGE: language },
  })
  const [own, common] = [join(root, 'build', language, 'client'), join(root, 'build/client')]
  const added = files(own)
    .map((file) => join(common, relative(own, file)))
    .filter((file) => !existsSync(file))
  cpSync(own, common, { recursive: true })
  rmSync(own, { recursive: true })
  return added
}

function files(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function hash(paths) {
  const digest = createHash('sha256')
  for (const path of paths) digest.update(path.slice(root.length)).update(readFileSync(path))
  return digest.digest('hex')
}
