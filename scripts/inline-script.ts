// Bundles an inline script from its modules: `import text from './first-paint.ts?inline-script'` is the minified text of
// a classic script that needs no other file. Comments and long names would be half of the bytes of every page.
import { build, type Plugin } from 'vite'

const QUERY = '?inline-script'

/** For Vite, in the build, in development and in tests. */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const { text, modules } = await bundle(id.slice(0, -QUERY.length))
      for (const module of modules) this.addWatchFile(module)
      return `export default ${JSON.stringify(text)}`
    },
  }
}

/** @returns the script without a line break at its end, and the files that it was made from */
async function bundle(entry: string): Promise<{ text: string; modules: readonly string[] }> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'inline' } },
  })
  if (!Array.isArray(output)) throw new Error(`${entry} is watched`)
  const [chunk] = output.flatMap((one) => one.output)
  if (chunk?.type !== 'chunk') throw new Error(`${entry} is no script`)
  return { text: chunk.code.trim(), modules: chunk.moduleIds.filter((id) => !id.startsWith('\0')) }
}
