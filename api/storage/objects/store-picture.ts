// Stores a picture for a program that works as the database's owner, in the same way as an upload: decoded and encoded
// again, registered before it is stored, and claimed by its row.
import { randomUUID } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import type { Sql } from '../../database/connection.ts'
import type { Backend } from '../backends/backend.ts'
import { tooLarge } from '../errors.ts'
import { reencode } from '../images/images.ts'
import { weigh } from './receive.ts'

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/**
 * @param picture.path the file, which stays
 * @param picture.stem its name in the bucket, without the extension; a picture of this name is not stored again
 * @returns its name in the bucket
 * @throws StorageError when it is no picture, or too large
 */
export async function storePicture(
  { sql, backend, spool }: { sql: Sql; backend: Backend; spool: string },
  picture: { path: string; bucket: string; stem: string; owner: string; mostBytes: number },
): Promise<string> {
  const { path, bucket, stem, owner, mostBytes } = picture
  const names = Object.values(EXTENSIONS).map((extension) => `${stem}.${extension}`)
  const [known] = await sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${bucket} and name = any (${names})`
  if (known) return known.name
  const clean = `${spool}/${randomUUID()}`
  try {
    const { mimetype } = await reencode(path, clean)
    const { size, eTag } = await weigh(clean)
    if (size > mostBytes) throw tooLarge()
    const version = randomUUID()
    const name = `${stem}.${EXTENSIONS[mimetype]}`
    await sql`insert into storage.orphans (version, due) values (${version}, now() + interval '1 hour')`
    await backend.put(version, clean, size)
    const metadata = {
      eTag,
      size,
      mimetype,
      cacheControl: 'max-age=31536000',
      lastModified: new Date().toISOString(),
      contentLength: size,
      httpStatusCode: 200,
    }
    await sql`
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
      values (${bucket}, ${name}, ${owner}, ${owner}, ${version}, ${sql.json(metadata)})`
    return name
  } finally {
    await unlink(clean).catch(() => undefined)
  }
}
