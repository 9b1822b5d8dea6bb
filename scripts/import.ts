// `npm run import -- discourse|nodebb|csv FILE [--uploads FOLDER]`: another forum's members and posts, into this site.
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../api/config.ts'
import { connect } from '../api/database/connection.ts'
import { runningDatabase, startConfigured } from '../api/database/embedded.ts'
import { agreeOnKeys } from '../api/database/keys.ts'
import { migrate } from '../api/database/migrate.ts'
import { createLog } from '../api/log.ts'
import { openBackend } from '../api/storage/storage.ts'
import { importForum } from '../server/import/import.ts'
import { ImportError } from '../server/import/records.ts'
import { csv } from '../server/import/sources/csv.ts'
import { discourse } from '../server/import/sources/discourse.ts'
import { nodebb } from '../server/import/sources/nodebb.ts'
import { SITE_MIGRATIONS } from '../server/migrations.ts'

const USAGE = `Usage: npm run import -- discourse|nodebb|csv FILE [--uploads FOLDER]
  --uploads FOLDER   the other forum's folder of uploads, where FILE has none (nodebb, csv)
`
const SOURCES = { discourse, nodebb, csv }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { uploads: { type: 'string' } },
})
const [name, file, ...rest] = positionals
const source =
  name !== undefined && Object.hasOwn(SOURCES, name) ? SOURCES[name as keyof typeof SOURCES] : null
if (!source || !file || rest.length > 0) fail(USAGE)

try {
  const config = await readConfig(process.env)
  const url = config.databaseUrl ?? runningDatabase(config.dataDir)
  const started = url ? null : await startConfigured(config, createLog('silent'))
  const sql = connect(url ?? started?.ownerUrl ?? '', { max: 4, connect_timeout: 5 })
  try {
    await agreeOnKeys(sql, config, false)
    await migrate(sql, SITE_MIGRATIONS)
    await agreeOnKeys(sql, config, true)
    const { added, notes, report } = await importForum({
      sql,
      backend: await openBackend(config),
      dataDir: config.dataDir,
      source,
      file,
      uploads: values.uploads ?? null,
      say: (line) => process.stdout.write(`${line}\n`),
    })
    const counts = Object.entries(added).map(([kind, count]) => `${kind} ${count}`)
    process.stdout.write(`Added: ${counts.join(', ')}.\n`)
    process.stdout.write(`${notes} lines about what was refused, changed or left out: ${report}\n`)
  } finally {
    await sql.end({ timeout: 1 })
    await started?.stop()
  }
} catch (error) {
  if (error instanceof ConfigError || error instanceof ImportError) fail(`${error.message}\n`)
  throw error
}

function fail(message: string): never {
  process.stderr.write(message)
  process.exit(1)
}
