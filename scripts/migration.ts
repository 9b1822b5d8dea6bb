// npm run migration -- NAME: writes supabase/migrations/<time>_<name>.sql, which brings a database of the migrations to
// the schema that supabase/schemas declares, for review. pg-delta compares two temporary databases. The migration is then
// run in one of them, and what still differs is named: what pg-delta does not know, and rows, are written by hand.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { extract, plan, renderPlanFiles } from '@supabase/pg-delta'
import pg from 'pg'
import { describeCatalog } from '../tests/support/catalog.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'
import { createDeclared } from '../tests/support/schemas.ts'
import { fail } from './command.ts'

const FOLDER = join(import.meta.dirname, '../supabase/migrations')

const [name] = process.argv.slice(2)
if (!name || !/^[a-z][a-z0-9_]*$/.test(name))
  fail('Usage: npm run migration -- NAME, such as thread_summary\n')

const database = await startDatabase()
try {
  await writeMigration(database, name)
} finally {
  await database.stop()
}

async function writeMigration({ sql, ownerUrl }: TestDatabase, name: string): Promise<void> {
  const declared = await createDeclared(sql, ownerUrl)
  try {
    const text = await difference(ownerUrl, declared.url)
    if (text) {
      const time = new Date().toISOString().replaceAll(/[-:T]|\..*/g, '')
      const file = join(FOLDER, `${time}_${name}.sql`)
      writeFileSync(file, text)
      console.log(`${relative(process.cwd(), file)} is written: review it, and run npm run generate`)
      await sql.unsafe(`begin; ${text} commit`).simple()
    }
    const [is, should] = [await describeCatalog(sql), await describeCatalog(declared.sql)]
    const rest = [
      ...is.filter((line) => !should.includes(line)).map((line) => `- ${line}`),
      ...should.filter((line) => !is.includes(line)).map((line) => `+ ${line}`),
    ]
    if (rest.length > 0) fail(`Write the rest by hand:\n${rest.join('\n')}\n`)
    if (!text) console.log('The migrations make what supabase/schemas declares.')
  } finally {
    await declared.sql.end()
  }
}

/** @returns the statements from one database to the other, in one transaction; empty: they are the same */
async function difference(from: string, to: string): Promise<string> {
  const [source, desired] = [await factsOf(from), await factsOf(to)]
  const found = plan(source, desired)
  // Whoever migrates owns what is created; a site's owner has a name of its own.
  const actions = found.actions.filter(({ sql }) => !/^ALTER [^;]* OWNER TO "\w+"$/.test(sql))
  const { files } = renderPlanFiles({ ...found, actions }, { allowDrops: true })
  if (files.some(({ transactional }) => !transactional) || files.length > 1)
    fail('The change cannot be made in one transaction. Make it in steps.\n')
  return files[0]?.contents ?? ''
}

async function factsOf(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    return (await extract(pool)).factBase
  } finally {
    await pool.end()
  }
}
