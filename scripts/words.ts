// Names texts of the pages that are not in the catalogue (messages/), where a translation finds them. Exits with 1 if there
// are any; `npm run check` runs it.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** Attributes of elements and components, and properties of objects, that hold what a person reads. */
const READ = new Set(
  [
    'aria-label aria-description aria-roledescription title placeholder alt label text heading description hint caption',
    'legend empty summary subtitle note question what message reason busy done lead intro said tip more nothing submit',
    'help failure failed success undone prompt pending error absent otherwise waiting subject unit',
  ].flatMap((names) => names.split(' ')),
)
const LETTERS = /\p{L}{2,}/u
/** Addresses, keys as they are printed, classes, and what the database answers (messages/hi/refusals.ts). */
const NO_WORDS = /^\/|^Ctrl |[[\]]|^Unauthorized: /
/** Several words, the first of which begins with a capital. */
const SENTENCE = /^[A-Z“‘][\p{L}’']*[,:;]? [\s\S]*\p{Ll}/u
/** What nobody reads: errors for developers, and what they read in the console. */
const FOR_DEVELOPERS = /^(?:console\.\w+|\w*Error)$/

type Node = { type: string; start: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The text of a literal or template; null of another node. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

const nameOf = (node: unknown): string => {
  const { name, value } = node as { name?: unknown; value?: unknown }
  return isNode(name) ? nameOf(name) : String(name ?? value ?? '')
}

/** The texts in `source` that a person reads, with their positions. */
export function textsIn(file: string, source: string): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = []
  const report = (node: Node, text: string) => found.push({ at: node.start, text: text.trim() })
  const visit = (node: Node, parents: readonly Node[]): void => {
    const parent = parents.at(-1)
    if (/^TS|^Import|^Export(?:All|Named)Declaration$/.test(node.type) && node.source) return
    if (node.type === 'TSLiteralType') return
    if (node.type === 'JSXText' && LETTERS.test(String(node.value).replace(/&\w+;/g, '')))
      report(node, String(node.value))
    const text = textOf(node)
    if (text !== null && LETTERS.test(text) && !NO_WORDS.test(text)) {
      const holder = parents.findLast(({ type }) => !/^(?:Conditional|Logical|JSXExpression)/.test(type))
      const isChild = holder?.type === 'JSXElement' || holder?.type === 'JSXFragment'
      const isRead =
        (holder?.type === 'JSXAttribute' && READ.has(nameOf(holder.name))) ||
        (holder?.type === 'Property' &&
          holder.key !== node &&
          READ.has(nameOf(holder.key)) &&
          /^[A-Z]|\s/.test(text))
      const isCompared = parent?.type === 'BinaryExpression' || parent?.type === 'SwitchCase'
      const isKey = parent?.type === 'Property' && parent.key === node
      const isOfDevelopers = parents.some(
        ({ type, callee }) =>
          /^(?:New|Call)Expression$/.test(type) &&
          isNode(callee) &&
          FOR_DEVELOPERS.test(source.slice(callee.start, callee.end as number)),
      )
      if ((isChild || isRead || SENTENCE.test(text)) && !isCompared && !isKey && !isOfDevelopers)
        report(node, text)
      if (node.type === 'Literal') return
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) visit(child, [...parents, node])
    }
  }
  const { program } = parseSync(file, source)
  visit(program as unknown as Node, [])
  return found
}

/** `file:line: text` of each text in the pages' sources that is not in the catalogue. */
export function strayTexts(): string[] {
  const files = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
  return files.sort().flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return textsIn(file, source).map(
      ({ at, text }) => `${file}:${source.slice(0, at).split('\n').length}: ${text.slice(0, 80)}`,
    )
  })
}

if (import.meta.main) {
  const stray = strayTexts()
  for (const line of stray) console.error(line)
  if (stray.length > 0) {
    console.error(`${stray.length} texts are not in messages/en. Move them there, and import \`#words/…\`.`)
    process.exit(1)
  }
}
