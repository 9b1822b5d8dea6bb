// npm run migration -- NAME: writes supabase/migrations/<time>_<name>.sql, which brings a database of the migrations to
// the schema that supabase/schemas declares, for review. pg-delta compares two temporary databases. The migration is then
// run in one of them, and what still differs is named: what pg-delta does not know, and rows, are written by hand.
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { extract, plan, renderPlanFiles } from '@supabase/pg-delta'
import pg from 'pg'
import type { Sql } from '../api/database/connection.ts'
import { describeCatalog } from '../tests/support/catalog.ts'
import { startDatabase, type TestDatabase } from '../tests/support/database.ts'
import { createDeclared, declaredSchema } from '../tests/support/schemas.ts'
import { fail, runCommand } from './command.ts'

const FOLDER = join(import.meta.dirname, '../supabase/migrations')

const [name] = process.argv.slice(2)
if (!name || !/^[a-z][a-z0-9_]*$/.test(name))
  fail('Usage: npm run migration -- NAME, such as thread_summary\n')

/** Ends the command with its message, after the temporary database was stopped. */
class Unfinished extends Error {}

await runCommand(async () => {
  const database = await startDatabase()
  try {
    await writeMigration(database, name)
  } finally {
    await database.stop()
  }
}, [Unfinished])

async function writeMigration({ sql, ownerUrl }: TestDatabase, name: string): Promise<void> {
  const declared = await createDeclared(sql, ownerUrl)
  try {
    const text = await difference(ownerUrl, declared)
    if (text) {
      const time = new Date().toISOString().replaceAll(/[-:T]|\..*/g, '')
      const file = join(FOLDER, `${time}_${name}.sql`)
      writeFileSync(file, text)
      console.log(`${relative(process.cwd(), file)} is written: review it, and run npm run generate`)
      for (const drop of text.match(/^DROP .*$/gm) ?? []) console.log(`It drops something: ${drop}`)
      await sql.unsafe(`begin; ${text} commit`).simple()
    }
    const [is, should] = [await describeCatalog(sql), await describeCatalog(declared.sql)]
    const rest = [
      ...is.filter((line) => !should.includes(line)).map((line) => `- ${line.split('\n')[0]}`),
      ...should.filter((line) => !is.includes(line)).map((line) => `+ ${line.split('\n')[0]}`),
    ]
    if (rest.length > 0) throw new Unfinished(`Write the rest by hand:\n${rest.join('\n')}`)
    if (!text) console.log('The migrations make what supabase/schemas declares.')
  } finally {
    await declared.sql.end()
  }
}

/** @returns the statements from one database to the declared one, in one transaction; empty: they are the same */
async function difference(from: string, declared: { sql: Sql; url: string }): Promise<string> {
  const found = plan(await factsOf(from), await factsOf(declared.url))
  const sources = await functionSources(declared.sql)
  const actions = found.actions
    // Whoever migrates owns what is created; a site's owner has a name of its own.
    .filter(({ sql }) => !/^ALTER [^;]* OWNER TO "\w+"$/.test(sql))
    .map((action) => ({ ...action, sql: sources.get(action.sql.trim()) ?? action.sql }))
  const { files } = renderPlanFiles({ ...found, actions: columnsLast(actions) }, { allowDrops: true })
  if (files.some(({ transactional }) => !transactional) || files.length > 1)
    throw new Unfinished('The change cannot be made in one transaction. Make it in steps.')
  return files[0]?.contents ?? ''
}

/** Rights to columns come after those to tables, because `revoke all on table` ends both. */
function columnsLast<Action extends { sql: string }>(actions: readonly Action[]): Action[] {
  const isOfColumns = ({ sql }: Action) => /^(?:GRANT|REVOKE) [^;"]*\("/.test(sql)
  return [...actions.filter((one) => !isOfColumns(one)), ...actions.filter(isOfColumns)]
}

/**
 * What the catalog says of a function, and the text that declares it: the one to review, and the only one that gives the
 * same catalog again. Functions were created in the order of the text, so their oids have it.
 */
async function functionSources(sql: Sql): Promise<Map<string, string>> {
  const texts = declaredSchema().match(/^create function .*?^(?:\$\$;|return .*?;$|end;)/gms) ?? []
  await sql`set search_path = ''`
  const rows = await sql<{ name: string; definition: string }[]>`
    select format('%I.%I', p.pronamespace::regnamespace, p.proname) as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p where p.pronamespace::regnamespace::text in ('private', 'public') order by p.oid`
  await sql`reset search_path`
  const isSame = rows.every(({ name }, at) => texts[at]?.startsWith(`create function ${name}(`))
  if (rows.length !== texts.length || !isSame)
    throw new Unfinished('supabase/schemas has a function that this script cannot find.')
  return new Map(
    rows.map(({ definition }, at) => [
      definition.trim(),
      (texts[at] ?? '').replace('create function', 'create or replace function'),
    ]),
  )
}

async function factsOf(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    return (await extract(pool)).factBase
  } finally {
    await pool.end()
  }
}
