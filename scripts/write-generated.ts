// Shared by the generators of committed files: writes the file, or with --check compares it.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { connect, type Sql } from '../api/database/connection.ts'

/**
 * Generates `file` from the database named on the command line or by DATABASE_URL. With --check it writes nothing, and
 * exits with 1 if the file is stale.
 */
export async function writeGenerated(file: string, generate: (sql: Sql) => Promise<string>): Promise<void> {
  const isCheck = process.argv.includes('--check')
  const url = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? process.env.DATABASE_URL
  if (!url) {
    console.error('Pass the URL of a migrated database.')
    process.exit(2)
  }
  const sql = connect(url, { max: 1 })
  try {
    const text = await generate(sql)
    if (!isCheck) {
      writeFileSync(file, text)
      return
    }
    if (read(file) === text) return
    console.error(`${relative(process.cwd(), file)} is stale: generate it again from the migrated database.`)
    process.exitCode = 1
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
