// The schema as supabase/schemas declares it, built in an empty database.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Sql } from '../../api/database/connection.ts'
import { migrate } from '../../api/database/migrate.ts'

const FOLDER = join(import.meta.dirname, '../../supabase/schemas')

/**
 * Creates a database in the same cluster, with the API's own schema and the declared one.
 * @param sql connection of the cluster's owner
 * @param ownerUrl its address
 * @returns a connection to the new database, which the caller ends, and its address
 */
export async function createDeclared(sql: Sql, ownerUrl: string): Promise<{ sql: Sql; url: string }> {
  await sql`create database declared`
  const url = new URL(ownerUrl)
  url.pathname = '/declared'
  const declared = connect(url.href, { max: 1, onnotice: () => undefined })
  try {
    await migrate(declared, null)
    await declared.unsafe(`begin; ${declaredSchema()} commit`).simple()
  } catch (error) {
    await declared.end({ timeout: 5 })
    throw error
  }
  return { sql: declared, url: url.href }
}

/** All files in their order. A function may name what a later file creates, unless its body is resolved when it is created. */
export function declaredSchema(): string {
  const files = readdirSync(FOLDER).sort()
  return [
    'set local check_function_bodies = off;',
    ...files.map((file) => readFileSync(join(FOLDER, file), 'utf8')),
  ].join('\n')
}
