// `npm run sql [-- --write] [--csv | --json] ["STATEMENT"]`: the site's database as its owner, while the site runs or not,
// with what Node has. Without a statement it reads one from a pipe, or asks for them one after another.
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ConfigError, readSettings } from '../api/config.ts'
import type { ReservedSql } from '../api/database/connection.ts'
import { clusterIn, runningDatabase } from '../api/database/embedded.ts'
import { fail, runCommand, withDatabase } from './command.ts'
import { asCsv, asJson, asTable, type ResultSet } from './sql-output.ts'

const USAGE = `Usage: npm run sql [-- [--write] [--csv | --json] ["STATEMENT"]]
  the statement may also come from a pipe; without any, a prompt asks for statements that end with ;
  --write   may change something; without it every statement is read-only
  --csv     rows as CSV, --json as JSON: one array for each statement
`
const READ_ONLY_TRANSACTION = '25006'

const { values, positionals } = parse()
const [statement] = positionals
if (positionals.length > 1 || (values.csv && values.json)) fail(USAGE)
const form = values.csv ? asCsv : values.json ? asJson : asTable

await runCommand(async () => {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl && !runningDatabase(dataDir) && !existsSync(clusterIn(dataDir)))
    throw new ConfigError(`${dataDir} has no database. Set DATA_DIR or DATABASE_URL to the site's`)
  await withDatabase(settings, 1, async (sql) => {
    const session = await sql.reserve()
    try {
      // A statement that changes something behind a running site should not make it wait.
      await session.unsafe(
        `set lock_timeout = '10s'; set default_transaction_read_only = ${values.write ? 'off' : 'on'}`,
      )
      const given = statement ?? (process.stdin.isTTY ? null : await text(process.stdin))
      if (given === null) await converse(session)
      else if (given.trim() === '') fail(USAGE)
      else if (!(await run(session, given))) process.exitCode = 1
    } finally {
      session.release()
    }
  })
})

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { write: { type: 'boolean' }, csv: { type: 'boolean' }, json: { type: 'boolean' } },
    })
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`)
  }
}

/** Runs what is typed, statement by statement, until exit, \q or the end of the input. An error ends nothing. */
async function converse(session: ReservedSql): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, historySize: 200 })
  const [ready, further] = values.write ? ['write> ', '...... '] : ['read> ', '..... ']
  let pending = ''
  lines.setPrompt(ready)
  lines.prompt()
  for await (const line of lines) {
    if (pending === '' && /^\s*(?:exit|quit|\\q);?\s*$/.test(line)) break
    pending += `${line}\n`
    if (line.trimEnd().endsWith(';')) {
      await run(session, pending)
      pending = ''
    } else if (pending.trim() === '') pending = ''
    lines.setPrompt(pending === '' ? ready : further)
    lines.prompt()
  }
  lines.close()
}

/** Runs one or more statements, and prints what they return or why they failed. @returns whether they succeeded */
async function run(session: ReservedSql, statements: string): Promise<boolean> {
  // The driver would wait for data.
  if (/^\s*copy\b/i.test(statements) && /\bstd(?:in|out)\b/i.test(statements)) {
    process.stderr.write('COPY from or to the terminal is not supported: use --csv, or npm run export\n')
    return false
  }
  try {
    // The simple protocol takes several statements, and returns every value as PostgreSQL writes it.
    const answer = (await session.unsafe(statements).simple().raw()) as unknown as ResultSet | ResultSet[]
    const isOne = !statements.trimEnd().slice(0, -1).includes(';')
    for (const result of 'command' in answer ? [answer] : answer) process.stdout.write(form(result, isOne))
    return true
  } catch (error) {
    const { code, message, detail, hint } = error as Error &
      Record<'code' | 'detail' | 'hint', string | undefined>
    const advice = code === READ_ONLY_TRANSACTION ? 'To change something: npm run sql -- --write' : hint
    const lines = [`ERROR ${code ?? ''}: ${message}`, detail, advice].filter((line) => line !== undefined)
    process.stderr.write(`${lines.join('\n')}\n`)
    return false
  }
}
