// How many questions search answers: two hundred of them in English, Hinglish, Hindi and Tamil, over documents of their own
// among the sample community. A question is answered when one of the first ten discussions is the one that it means.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seedCommunity } from '../supabase/seed/load.ts'
import { startDatabase } from '../tests/support/database.ts'
import type { Row } from './report.ts'

type Document = { key: string; title: string; text: string }
type Query = { language: string; query: string; finds: string }

const FIRST = 10

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'recall', `${name}.json`), 'utf8'))

/** @returns a row for each language of each list */
export async function recallRows(): Promise<Row[]> {
  const database = await startDatabase()
  try {
    const { sql } = database
    await seedCommunity(database.ownerUrl)
    await sql`select private.configure(null, false)`
    const documents = read<Document[]>('documents')
    const stored = await sql<{ id: string; title: string }[]>`
      insert into public.threads (title, content, author_id, category_id)
      select d.title, '<p>' || replace(d.text, '&', '&amp;') || '</p>',
        (select id from public.profiles order by id limit 1), (select id from public.forum_categories order by id limit 1)
      from jsonb_to_recordset(${sql.json(documents)}) as d (title text, text text)
      returning id, title`
    const keys = new Map(
      stored.map(({ id, title }) => [id, documents.find((one) => one.title === title)?.key]),
    )
    const rows: Row[] = []
    for (const list of ['queries-before', 'queries-after']) {
      const answered = new Map<string, { all: number; found: number }>()
      for (const { language, query, finds } of read<Query[]>(list)) {
        const hits = await sql<{ id: string }[]>`
          select id from public.search(${query}, 'threads', max_rows => ${FIRST})`
        const count = answered.get(language) ?? { all: 0, found: 0 }
        count.all += 1
        if (hits.some(({ id }) => keys.get(id) === finds)) count.found += 1
        else if (process.env.MISSED) console.log(`${list} ${language}: ${query}, not ${finds}`)
        answered.set(language, count)
      }
      for (const [language, { all, found }] of answered)
        rows.push({
          what: `search, ${list.replace('-', ' written ')} the change, ${language}: answered of ${all}`,
          value: found,
          unit: '',
          floor: Math.floor(all * 0.8),
          aim: all,
        })
    }
    return rows
  } finally {
    await database.stop()
  }
}
