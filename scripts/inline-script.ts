// The script that stands inline in every page is sent without its comments and long names: half of its bytes are those.
import { readFileSync } from 'node:fs'
import { minifySync, type Plugin } from 'vite'

const FILE = '/app/shell/before-paint.js?raw'

/** Shortens the inline script, in what renders pages. */
export function shortInlineScript(): Plugin {
  return {
    name: 'short-inline-script',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (!id.endsWith(FILE)) return null
      const { code, errors } = minifySync(id, readFileSync(id.slice(0, id.indexOf('?')), 'utf8'))
      if (errors[0]) this.error(errors[0].message)
      return `export default ${JSON.stringify(code)}`
    },
  }
}
