// Makes each message a module of its own in the browser's build, so that a chunk has the messages that it says and no
// others: a file of messages that two chunks import would be in one of them whole.
import type { Plugin } from 'vite'

const IMPORT = /^import \* as t from '(#words\/[^']+)'\n/m
const USE = /(?<![\w$.])t\.([A-Za-z]\w*)/g
/** `t` itself, as in `say(t)`: any of its messages may be meant. */
const WHOLE = /(?<![\w$.'"`-])t(?![\w$.:'"`-])/
const MESSAGE = /\/messages\/.+\?message=\w+$/

/** For Vite: `t.reply` of `import * as t from '#words/discussion.ts'` becomes an import of that message alone. */
export function wordsByChunk(): Plugin {
  return {
    name: 'words-by-chunk',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    apply: 'build',
    transform(code, id) {
      const words = id.includes('/node_modules/') ? undefined : IMPORT.exec(code)?.[1]
      if (words === undefined || MESSAGE.test(id)) return null
      const rest = code.replace(IMPORT, '')
      if (WHOLE.test(rest.replace(/^\s*(?:\/\/|\/?\*).*$/gm, ''))) return null
      const names = new Set([...rest.matchAll(USE)].map(([, name = '']) => name))
      const imports = [...names].map(
        (name) => `import { ${name} as t$${name} } from '${words}?message=${name}'`,
      )
      return { code: `${imports.join('\n')}\n${rest.replaceAll(USE, 't$$$1')}`, map: null }
    },
  }
}
