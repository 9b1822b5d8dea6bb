// Dumps of other forums for tests: the fixtures of server/import, packed as their forums pack them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

export const FIXTURES = join(import.meta.dirname, '../../server/import/fixtures')

/** A backup of Discourse with this dump and these uploads, by their paths in the archive. */
export async function discourseBackup(dump: Buffer, uploads: Record<string, Buffer>): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: 'dump.sql.gz' }, gzipSync(dump))
  for (const [name, content] of Object.entries(uploads)) archive.entry({ name }, content)
  archive.finalize()
  return gzipSync(await buffer(archive))
}

export function discourseDump(): Buffer {
  return readFileSync(join(FIXTURES, 'discourse/dump.sql'))
}
