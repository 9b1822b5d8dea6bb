// What browsers need not load of libraries, taken out of what they are sent (docs/decisions/0005). Some files are stood
// in for, with all of their names: parts that this site's settings switch off at run time, and a draughtsman of icons
// with more talents than are asked for. In others, functions that no page comes to are emptied. React becomes modules.
// A release that has other names fails the build; lean-libraries.test.ts fails with any other content.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { asModule } from './commonjs.ts'
import { replaceBodies, UNUSED, unusedIn } from './left-out.ts'

export const STAND_INS: readonly { file: string; by: string }[] = [
  { file: 'react-router/dist/production/lib/dom/ssr/fog-of-war.js', by: 'fog-of-war.js' },
  { file: 'react-router/dist/production/lib/router/instrumentation.js', by: 'instrumentation.js' },
  { file: 'lucide-react/dist/esm/createLucideIcon.mjs', by: 'create-icon.js' },
]

/** Makes the libraries lean, in what browsers load. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const standIn = STAND_INS.find(({ file }) => isFile(id, file))
      return standIn ? readFileSync(join(import.meta.dirname, standIn.by), 'utf8') : null
    },
    transform(code, id) {
      if (!id.includes('/node_modules/')) return null
      const bodies = unusedIn(fileOf(id))
      const isLess = Object.keys(bodies).length > 0
      const less = isLess ? replaceBodies(code, bodies) : code
      const lean = asModule(less, id) ?? (isLess ? less : null)
      return lean === null ? null : { code: lean, map: null }
    },
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' ? Object.entries(chunk.modules) : [],
      )
      for (const { feature, neededBy } of UNUSED) {
        for (const [file, names] of Object.entries(neededBy)) {
          const used = modules.find(([id]) => isFile(id, file))?.[1].renderedExports ?? []
          const needed = names.filter((name) => used.includes(name))
          if (needed.length > 0)
            this.error(`${needed.join()} is used, but scripts/lean/left-out.ts leaves out ${feature}`)
        }
      }
    },
  }
}

function fileOf(id: string): string {
  return id.slice(id.lastIndexOf('/node_modules/') + '/node_modules/'.length)
}

function isFile(id: string, file: string): boolean {
  return fileOf(id) === file
}
