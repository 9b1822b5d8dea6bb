// Minifies the inline script of every page; comments and long names are half of its bytes.
import { readFileSync } from 'node:fs'
import { minifySync, type Plugin } from 'vite'

const FILE = '/app/shell/before-paint.js?raw'

/** Minifies the inline script in the server build, which renders the pages. */
export function minifyInlineScript(): Plugin {
  return {
    name: 'minify-inline-script',
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
