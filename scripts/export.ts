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
import type { Sql } from '../api/database/connection.ts'
import { runningDatabase } from '../api/database/embedded.ts'
import { openBackend } from '../api/storage/storage.ts'
import { fail, runCommand, withDatabase } from './command.ts'

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

await runCommand(async () => {
  const config = await readConfig(process.env)
  const { databaseUrl, dataDir } = config
  if (!databaseUrl && !runningDatabase(dataDir) && !existsSync(join(dataDir, 'postgres'))) {
    throw new ConfigError(`${dataDir} has no database to export`)
  }
  await withDatabase(config, 1, async (sql) => {
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
  })
})

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
