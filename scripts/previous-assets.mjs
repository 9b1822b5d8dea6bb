// Copies the assets of the present build to `build-previous` before a new build. A page that was opened before the
// deployment requests them when it is hydrated; server/pages/files.ts serves them for a week.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const KEPT_MS = 7 * 24 * 3_600_000

/**
 * @param {string} root of the project; a build empties the folder `build`, so the copies are next to it
 * @param {number} now in milliseconds since 1970
 */
export function keepPreviousAssets(root, now = Date.now()) {
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
  keepPreviousAssets(join(dirname(fileURLToPath(import.meta.url)), '..'))
}
