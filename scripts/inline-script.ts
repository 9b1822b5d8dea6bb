// Bundles an inline script from its modules: `import text from './first-paint.ts?inline-script'` is the minified text of
// a classic script that needs no other file. Comments and long names would be half of the bytes of every page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const QUERY = '?inline-script'

type Files = Record<string, { file: string; name?: string; imports?: string[] }>

/**
 * For Vite, in the build, in development and in tests.
 * @param memberEntries the modules or named chunks that every page of a member loads, in the groups in which they are
 * loaded. The script knows their files as `MEMBER_FILES`; in development and in tests there are none
 * @param clientBuild the folder of the client build, which is built before the server's
 */
export function inlineScript(memberEntries: readonly (readonly string[])[], clientBuild = ''): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const isBuilt = this.environment.mode === 'build' && this.environment.name === 'ssr'
      const files = isBuilt ? filesOf(memberEntries, clientBuild) : []
      const { conditions } = this.environment.config.resolve
      const { text, modules } = await bundle(id.slice(0, -QUERY.length), files, conditions)
      for (const module of modules) this.addWatchFile(module)
      return `export default ${JSON.stringify(text)}`
    },
  }
}

/** The addresses of the modules of each group, and of all that they import, those first that most others need. */
function filesOf(groups: readonly (readonly string[])[], clientBuild: string): string[][] {
  const files = JSON.parse(readFileSync(join(clientBuild, '.vite/manifest.json'), 'utf8')) as Files
  const found = new Set<string>()
  const take = (key: string) => {
    const one = files[key] ?? Object.values(files).find(({ name }) => name === key)
    if (!one) throw new Error(`the client build has no ${key}`)
    for (const imported of one.imports ?? []) take(imported)
    found.add(`/${one.file}`)
  }
  return groups.map((entries) => {
    const before = found.size
    for (const entry of entries) take(entry)
    return [...found].slice(before)
  })
}

/** @returns the script without a line break at its end, and the files that it was made from */
async function bundle(
  entry: string,
  memberFiles: readonly (readonly string[])[],
  conditions: string[],
): Promise<{ text: string; modules: readonly string[] }> {
  const output = await build({
    configFile: false,
    resolve: { conditions },
    logLevel: 'warn',
    define: { MEMBER_FILES: JSON.stringify(memberFiles) },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'inline' } },
  })
  if (!Array.isArray(output)) throw new Error(`${entry} is watched`)
  const [chunk] = output.flatMap((one) => one.output)
  if (chunk?.type !== 'chunk') throw new Error(`${entry} is no script`)
  return { text: chunk.code.trim(), modules: chunk.moduleIds.filter((id) => !id.startsWith('\0')) }
}
