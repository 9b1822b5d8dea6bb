// `node scripts/production-tree.ts FOLDER`: what serving a built site needs, without packages (`npm ci --omit=dev` there
// installs these). A release's archive and the image (deploy/Dockerfile) hold this tree.
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDERS = [
  'api',
  'build',
  'build-previous',
  'deploy',
  'docs',
  'messages',
  'scripts',
  'server',
  'shared',
  'supabase',
]
const FILES = [
  ...['.env.example', '.npmrc', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md'],
  ...['package-lock.json', 'package.json'],
]
/** Tests and their data, and notes of operators that the repository does not hold. */
const LEFT_OUT = /\.test\.tsx?$|\.json\.gz$|^secrets$/

/**
 * Copies the tree into an empty folder, which is created.
 * @throws Error when the pages are not built
 */
export function copyProductionTree(root: string, to: string): void {
  if (!existsSync(join(root, 'build/en/server/index.js')))
    throw new Error('The pages are not built; npm run build')
  mkdirSync(to, { recursive: true })
  for (const name of [...FOLDERS, ...FILES]) {
    const from = join(root, name)
    if (!existsSync(from)) continue
    cpSync(from, join(to, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !LEFT_OUT.test(basename(path)),
    })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [to] = process.argv.slice(2)
  if (!to) throw new Error('Usage: node scripts/production-tree.ts FOLDER')
  copyProductionTree(join(import.meta.dirname, '..'), to)
}
