// Before the pages are built again: sets the files of the build that is there aside, with the date of today. A page
// that was opened before a deployment asks for them when something is touched; server/pages/files.ts serves them for a
// week.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const KEPT_MS = 7 * 24 * 3_600_000

/**
 * @param {string} root of the project; the folder `build` is emptied by a build, so that they go beside it
 * @param {number} now in milliseconds since 1970
 */
export function setAssetsAside(root, now = Date.now()) {
  const previous = join(root, 'build-previous/assets')
  const current = join(root, 'build/client/assets')
  if (existsSync(current)) {
    mkdirSync(previous, { recursive: true })
    for (const name of readdirSync(current)) {
      cpSync(join(current, name), join(previous, name))
      utimesSync(join(previous, name), now / 1_000, now / 1_000)
    }
  }
  if (!existsSync(previous)) return
  for (const name of readdirSync(previous)) {
    const file = join(previous, name)
    if (now - statSync(file).mtimeMs > KEPT_MS) rmSync(file)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setAssetsAside(join(dirname(fileURLToPath(import.meta.url)), '..'))
}
