// `npm run import -- discourse|nodebb|csv FILE [--uploads FOLDER]`: another forum's members and posts, into this site.
import { parseArgs } from 'node:util'
import { readConfig } from '../api/config.ts'
import { agreeOnKeys } from '../api/database/keys.ts'
import { migrate } from '../api/database/migrate.ts'
import { openBackend } from '../api/storage/storage.ts'
import { importForum } from '../server/import/import.ts'
import { ImportError } from '../server/import/records.ts'
import { csv } from '../server/import/sources/csv.ts'
import { discourse } from '../server/import/sources/discourse.ts'
import { nodebb } from '../server/import/sources/nodebb.ts'
import { SITE_MIGRATIONS } from '../server/migrations.ts'
import { fail, runCommand, withDatabase } from './command.ts'

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

await runCommand(async () => {
  const config = await readConfig(process.env)
  await withDatabase(config, 4, async (sql) => {
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
  })
}, [ImportError])
