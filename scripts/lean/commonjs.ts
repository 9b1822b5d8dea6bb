// React comes as CommonJS, which a bundler wraps: every file then asks for it through two helpers (one request more), by
// names that can't be shortened, and nothing of it can be left out. Its production files are of one simple form; as
// modules they have none of that. A file of another form fails the build.
const PRODUCTION =
  /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/cjs\/.+\.production\.js$/
const ENTRANCE = /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/(?!cjs\/)[\w/-]+\.js$/
/** Modules have no default export, so who imports it gets all names instead. */
const IMPORTS_DEFAULT = /import (React|ReactDOM)(?:, (\{[^}]*\}))? from (["']react(?:-dom)?["'])/g

/** @returns `code` as a module, or null where it is one already */
export function asModule(code: string, id: string): string | null {
  if (PRODUCTION.test(id)) return productionAsModule(code, id)
  if (ENTRANCE.test(id)) {
    const [, file] = /module\.exports = require\('(\.[\w./-]+\.production\.js)'\)/.exec(code) ?? []
    if (!file) throw new Error(`${id}: names no file for production`)
    return `export * from '${file}'`
  }
  const withAllNames = code.replace(
    IMPORTS_DEFAULT,
    (_, name, others, from) =>
      `import * as ${name} from ${from}${others ? `\nimport ${others} from ${from}` : ''}`,
  )
  return withAllNames === code ? null : withAllNames
}

const REQUIRED = /^var (\w+ = require\("[\w/-]+"\)(,\s*(?=\w+ = require))?)+(;|,)/m
const FIRST_ASSIGNMENT = /^exports\.(\w+) =/gm

function productionAsModule(code: string, id: string): string {
  const names = new Set<string>()
  const module = code
    .replace(REQUIRED, (all) => {
      const imports = [...all.matchAll(/(\w+) = require\("([\w/-]+)"\)/g)]
      const lines = imports.map(([, name, from]) => `import * as ${name} from "${from}";`)
      return lines.join('\n') + (all.endsWith(',') ? '\nvar' : '')
    })
    .replace(FIRST_ASSIGNMENT, (assignment, name) => {
      if (names.has(name)) return assignment
      names.add(name)
      return `${code.split(new RegExp(`\\bexports\\.${name}\\b`)).length > 2 ? 'let' : 'const'} ${assignment}`
    })
    .replace(/\bexports\.(\w+)/g, (all, name) => (names.has(name) ? `exported_${name}` : all))
  if (/\brequire\(|\bmodule\.|\bexports\b/.test(module)) throw new Error(`${id}: is of another form`)
  return `${module}\nexport { ${[...names].map((name) => `exported_${name} as ${name}`).join(', ')} }\n`
}
