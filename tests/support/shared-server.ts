// One quiet site for all files of a worker that need no other: a start costs two seconds of a processor, emptying it a
// tenth of one. The files of a worker run one after the other (vitest.config.ts).
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../api/database/connection.ts'
import { connect } from './database.ts'
import { startServer, type TestServer } from './server.ts'

/** The schemas whose rows tests write. */
const EMPTIED = ['auth', 'private', 'public', 'realtime', 'storage']
const DEADLOCK = '40P01'

type Table = { name: string; copy: string; columns: string; isEmpty: boolean }
type Shared = { server: TestServer; sql: Sql; tables: Table[] }

let starting: Promise<Shared> | null = null

/**
 * The site of this worker as a start leaves it: without accounts, posts and files. For files that neither change its
 * settings nor its schema, nor end its process.
 */
export async function sharedServer(): Promise<TestServer> {
  const isFirst = starting === null
  starting ??= start()
  const { server, sql, tables } = await starting
  if (!isFirst) {
    await empty(sql, tables)
    removeFiles(join(server.dataDir, 'storage'))
  }
  const logged = server.log().length
  return { ...server, log: () => server.log().slice(logged), stop: async () => undefined }
}

async function start(): Promise<Shared> {
  // Inside the template's folder, which the end of the run removes.
  const dataDir = mkdtempSync(join(process.env.TEMPLATE_DATA_DIR ?? tmpdir(), 'shared-'))
  const server = await startServer({ DATA_DIR: dataDir })
  // For the end of the run (template.ts): a worker may be killed before it stops its server.
  writeFileSync(`${dataDir}.pid`, String(server.process.pid))
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  const tables = await sql<Table[]>`
    select format('%I.%I', table_schema, table_name) as name, 'pg_temp.' || quote_ident('kept_' || table_schema || '_' || table_name) as copy,
      string_agg(quote_ident(column_name), ',') as columns, true as "isEmpty"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ${sql(EMPTIED)} and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_schema, table_name`
  for (const table of tables) {
    const [row] = await sql.unsafe(`select from ${table.name} limit 1`)
    table.isEmpty = row === undefined
    if (row)
      await sql.unsafe(`create temp table ${table.copy.slice('pg_temp.'.length)} as table ${table.name}`)
  }
  return { server, sql, tables }
}

/** Back to the rows of the start, past every trigger. */
async function empty(sql: Sql, tables: readonly Table[], tries = 5): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx.unsafe(`truncate ${tables.map(({ name }) => name).join(',')} restart identity`)
      for (const { name, copy, columns, isEmpty } of tables)
        if (!isEmpty)
          await tx.unsafe(
            `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`,
          )
      await tx`delete from graphile_worker._private_jobs where locked_at is null`
    })
    // With its triggers, which tell the process to read the settings again.
    await sql`update public.site_settings set id = id`
  } catch (error) {
    // A job of the site had some of the tables.
    if (tries === 0 || (error as { code?: string }).code !== DEADLOCK) throw error
    await empty(sql, tables, tries - 1)
  }
}

/** What was stored; the folder's own id stays, by which nodes know whether they share it. */
function removeFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name !== 'id') rmSync(join(entry.parentPath, entry.name), { force: true })
}
