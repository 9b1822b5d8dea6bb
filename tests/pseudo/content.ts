// What members and the sample community wrote, to tell it from the texts of the interface.
import { Parser } from 'htmlparser2'
import { connect } from '../support/database.ts'

export type Content = {
  /** Whether somebody wrote `text`, or all of it that is words. */
  has(text: string): boolean
}

/** An excerpt is a part of a text; a shorter part may be by chance a word of the interface. */
const SHORTEST_EXCERPT = 20
/** Two plain letters in a row, which no message of the pseudo-language has. */
export const PLAIN = /[A-Za-z]{2}/

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Reads all texts of the public tables, and of posts each of their text nodes. */
export async function readContent(databaseUrl: string): Promise<Content> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    const columns = await sql<{ from: string; name: string }[]>`
      select format('%I.%I', table_schema, table_name) as from, format('%I', column_name) as name
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'ARRAY', 'jsonb', 'citext')`
    const whole = new Set<string>()
    const names = new Set<string>()
    for (const { from, name } of columns) {
      const rows = await sql.unsafe<{ value: string }[]>(
        `select distinct to_json(${name})::text as value from ${from} where ${name} is not null`,
      )
      for (const { value } of rows)
        for (const text of textsOf(JSON.parse(value))) {
          for (const part of nodesOf(text)) whole.add(part)
          if (/\.(?:profiles|forum_categories|site_settings|blog_posts)$/.test(from))
            names.add(squeezed(text))
          // A topic of articles is a tag with its words apart.
          if (/tags/.test(name)) for (const tag of [text, text.replaceAll('-', ' ')]) names.add(tag)
        }
    }
    return contentOf(whole, names)
  } finally {
    await sql.end()
  }
}

function contentOf(whole: ReadonlySet<string>, names: ReadonlySet<string>): Content {
  const all = [...whole].join('\n')
  const ordered = [...names].filter((name) => PLAIN.test(name)).sort((a, b) => b.length - a.length)
  return {
    has: (text) => {
      // A title of a page ends with the name of the site.
      const said = squeezed(text).replace(/(?: …|…|\.\.\.| ·)$/, '')
      if (whole.has(said) || (said.length >= SHORTEST_EXCERPT && all.includes(said))) return true
      const rest = ordered.reduce((left, name) => left.replaceAll(name, ' '), said)
      return !PLAIN.test(rest)
    },
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** The text nodes of HTML, each paragraph as a whole too; a text without elements is one. */
function nodesOf(html: string): string[] {
  const nodes: string[] = []
  let block = ''
  const end = () => {
    if (block) nodes.push(squeezed(block))
    block = ''
  }
  const parser = new Parser({
    ontext: (text) => {
      nodes.push(squeezed(text))
      block += text
    },
    onopentagname: (name) => BLOCKS.test(name) && end(),
    onclosetag: (name) => BLOCKS.test(name) && end(),
  })
  parser.write(html)
  parser.end()
  end()
  return [squeezed(html), ...nodes]
}

const BLOCKS = /^(?:p|li|ul|ol|h\d|blockquote|t[dhr]|table|div|details|summary|pre)$/
