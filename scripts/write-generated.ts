// What the generators of committed files share: write the file, or with --check say whether it is fresh.
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { connect, type Sql } from '../api/database/connection.ts'

/**
 * Generates from the database named on the command line (or by DATABASE_URL) and writes `file`; with --check
 * writes nothing and exits with 1 when the file is not what would have been written.
 */
export async function writeGenerated(file: string, generate: (sql: Sql) => Promise<string>): Promise<void> {
  const checking = process.argv.includes('--check')
  const url = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? process.env.DATABASE_URL
  if (!url) {
    console.error('Give the address of a migrated database.')
    process.exit(2)
  }
  const sql = connect(url, { max: 1 })
  try {
    const text = await generate(sql)
    if (!checking) {
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
