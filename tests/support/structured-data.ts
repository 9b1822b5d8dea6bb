// What a page says in JSON-LD and in microdata, and what of it schema.org does not know.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Parser } from 'htmlparser2'

type Item = { type: string; properties: { name: string; value: string | Item }[] }

const LD_JSON = 'application/ld+json'
const SCHEMA = 'https://schema.org/'
/** Elements without an end tag. */
const VALUES: Readonly<Record<string, string>> = {
  a: 'href',
  link: 'href',
  img: 'src',
  meta: 'content',
  time: 'datetime',
}

/** All items that are not the value of another's property. */
export function itemsIn(html: string): Item[] {
  const found: Item[] = []
  /** For each open element: the item that it describes, and the text that it collects. */
  const open: { item: Item | null; text: { add(part: string): void } | null }[] = []
  const innermost = () => open.findLast(({ item }) => item !== null)?.item ?? null
  const parser = new Parser({
    onopentag(name, { itemprop, itemscope, itemtype = '', type, ...attributes }) {
      const around = innermost()
      const item = itemscope === undefined ? null : { type: itemtype.replace(SCHEMA, ''), properties: [] }
      if (item && itemprop === undefined) found.push(item)
      let text: { add(part: string): void } | null = null
      if (itemprop !== undefined && around) {
        const property = {
          name: itemprop,
          value: (item ?? attributes[VALUES[name] ?? ''] ?? '') as string | Item,
        }
        around.properties.push(property)
        if (property.value === '') text = { add: (part) => (property.value += part) }
      }
      if (name === 'script' && type === LD_JSON) {
        let json = ''
        text = { add: (part) => (json += part) }
        scripts.push(() => json)
      }
      open.push({ item, text })
    },
    ontext: (part) => {
      for (const { text } of open) text?.add(part)
    },
    onclosetag: () => void open.pop(),
  })
  const scripts: (() => string)[] = []
  parser.end(html)
  return [...found, ...scripts.flatMap((json) => itemsOf(JSON.parse(json())))]
}

function itemsOf(data: unknown): Item[] {
  const { '@graph': graph, ...one } = data as Record<string, unknown>
  if (Array.isArray(graph)) return graph.flatMap(itemsOf)
  return one['@type'] === undefined ? [] : [itemOf(one)]
}

function itemOf({ '@type': type, ...rest }: Record<string, unknown>): Item {
  const properties = Object.entries(rest)
    .filter(([name]) => !name.startsWith('@'))
    .flatMap(([name, value]) =>
      [value].flat().map((one) => ({
        name,
        value: typeof one === 'object' && one !== null ? itemOf(one as Record<string, unknown>) : String(one),
      })),
    )
  return { type: String(type ?? ''), properties }
}

/** An item with those inside it. */
function withInner(item: Item): Item[] {
  return [
    item,
    ...item.properties.flatMap(({ value }) => (typeof value === 'string' ? [] : withInner(value))),
  ]
}

type Declared = { above: string[]; properties: Set<string> }

/** The types of schema.org, as schema-dts declares them: `AnswerLeaf` is the type, `CommentBase` what it inherits. */
function readVocabulary(): Map<string, Declared> {
  const text = readFileSync(
    fileURLToPath(import.meta.resolve('schema-dts')).replace(/\.js$/, '.d.ts'),
    'utf8',
  )
  const declared = new Map<string, Declared>()
  for (const [, name = '', above = '', body = ''] of text.matchAll(
    /^(?:export )?interface (\w+)(?: extends ([\w, <>]+))? \{\n([\s\S]*?)^\}/gm,
  )) {
    const properties = new Set(
      [...body.matchAll(/^ {4}"([^"]+)"\??:/gm)].map(([, property = '']) => property),
    )
    declared.set(name, { above: above.split(/[, ]+/).filter(Boolean), properties })
  }
  return declared
}

const vocabulary = readVocabulary()

function knows(name: string, property: string): boolean {
  const declared = vocabulary.get(name)
  if (!declared) return false
  return declared.properties.has(property) || declared.above.some((above) => knows(above, property))
}

/** What schema.org does not know of a page's items: types, and properties of types. */
export function unknownIn(items: readonly Item[]): string[] {
  return items.flatMap(withInner).flatMap(({ type, properties }) => {
    // A reference to an item that is described elsewhere.
    if (type === '') return properties.map(({ name }) => `(no type).${name}`)
    if (!vocabulary.has(`${type}Leaf`)) return [type]
    return properties
      .filter(
        ({ name }) => !knows(`${type}Leaf`, name.replace(/-(?:in|out)put$/, '')) && name !== 'query-input',
      )
      .map(({ name }) => `${type}.${name}`)
  })
}
