// `npm run export -- FILE.jsonl.gz|s3://bucket/key|FOLDER [--with-passwords]`: what the site holds as JSON lines, while it
// runs or not.
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { contentOf } from '../api/backup/backup.ts'
import { exportParts, exportToStream } from '../api/backup/export.ts'
import { writeTo } from '../api/backup/location.ts'
import { type Config, ConfigError, readConfig } from '../api/config.ts'
import { connect, type Sql } from '../api/database/connection.ts'
import { runningDatabase, startConfigured } from '../api/database/embedded.ts'
import { createLog } from '../api/log.ts'
import { openBackend } from '../api/storage/storage.ts'

const USAGE = `Usage: npm run export -- FILE.jsonl.gz|s3://bucket/key.jsonl.gz|FOLDER [--with-passwords]
  a folder gets a file for each type, and the uploaded files
  --with-passwords   adds the hashes of passwords
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'with-passwords': { type: 'boolean' } },
})
const [target, ...rest] = positionals
if (!target || rest.length > 0) fail(USAGE)
if (target.startsWith('s3://') && !target.endsWith('.jsonl.gz')) fail(USAGE)

try {
  const config = await readConfig(process.env)
  const url = config.databaseUrl ?? runningDatabase(config.dataDir)
  if (!url && !existsSync(join(config.dataDir, 'postgres'))) {
    throw new ConfigError(`${config.dataDir} has no database to export`)
  }
  const started = url ? null : await startConfigured(config, createLog('silent'))
  const sql = connect(url ?? started?.ownerUrl ?? '', { max: 1, connect_timeout: 5 })
  try {
    const options = {
      sql,
      schemas: config.rest.schemas,
      withPasswords: values['with-passwords'] ?? false,
    }
    const counts = target.endsWith('.jsonl.gz')
      ? await writeTo(target, config, (output) => exportToStream(options, output))
      : await exportToFolder(options, config, target)
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
    process.stdout.write(`${target}: ${rows} rows of ${Object.keys(counts).length} types\n`)
  } finally {
    await sql.end({ timeout: 1 })
    await started?.stop()
  }
} catch (error) {
  if (error instanceof ConfigError) fail(`${error.message}\n`)
  throw error
}

async function exportToFolder(
  options: { sql: Sql; schemas: readonly string[]; withPasswords: boolean },
  config: Config,
  folder: string,
): Promise<Record<string, number>> {
  if (existsSync(folder)) throw new ConfigError(`${folder} exists; an export replaces nothing`)
  const backend = await openBackend(config)
  const beside = `${resolve(folder)}.partial`
  try {
    // Others must not read what it holds: addresses of members.
    await mkdir(beside, { mode: 0o700 })
    const counts = await exportParts(options, {
      part: (name, lines) =>
        pipeline(Readable.from(lines), createWriteStream(join(beside, `${name}.jsonl`), { mode: 0o600 })),
      file: async (bucket, name, version) => {
        const path = join(beside, 'files', bucket, name)
        const content = path.startsWith(join(beside, 'files') + sep)
          ? await contentOf(backend, version)
          : null
        if (!content) return void process.stdout.write(`missing: ${bucket}/${name}\n`)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(path, content, { mode: 0o600 })
      },
    })
    await rename(beside, folder)
    return counts
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw error
  }
}

function fail(message: string): never {
  process.stderr.write(message)
  process.exit(1)
}
