// What browsers need not load of two libraries: parts that this site's settings switch off at run time, and a
// draughtsman of icons with more talents than are asked for. Each stands in for one file, with all of its names: a
// release of the library that wants another name fails the build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const STAND_INS: readonly { file: string; by: string }[] = [
  { file: 'react-router/dist/production/lib/dom/ssr/fog-of-war.js', by: 'fog-of-war.js' },
  { file: 'react-router/dist/production/lib/router/instrumentation.js', by: 'instrumentation.js' },
  { file: 'lucide-react/dist/esm/createLucideIcon.mjs', by: 'create-icon.js' },
]

/** Puts the stand-ins of this folder in their places, in what browsers load. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const standIn = STAND_INS.find(({ file }) => id.endsWith(`/node_modules/${file}`))
      return standIn ? readFileSync(join(import.meta.dirname, standIn.by), 'utf8') : null
    },
  }
}
