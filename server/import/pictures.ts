// Pictures of the other forum, from the archive or a folder, stored as if their author had uploaded them here. A path
// of the source never becomes a path on this disk.
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, realpath, rename, rm, statfs } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { digest } from '../../api/crypto.ts'
import type { Sql } from '../../api/database/connection.ts'
import type { Backend } from '../../api/storage/backends/backend.ts'
import { StorageError } from '../../api/storage/errors.ts'
import { storePicture } from '../../api/storage/objects/store-picture.ts'
import { AVATAR_BYTES, CONTENT_BYTES } from '../../shared/pictures.ts'
import { type FindRaw, ImportError, type KeepFile, type Note, type Source } from './records.ts'

const MOST_BYTES = { avatars: AVATAR_BYTES, content: CONTENT_BYTES }
const FREE_BYTES = 1024 ** 3
const REMEMBERED = 20_000

type Options = {
  sql: Sql
  backend: Backend
  source: Source
  note: Note
  /** For files of the archive, until the import is complete. */
  folder: string
  /** The other forum's folder of uploads, if given. */
  uploads: string | null
}

export class Pictures {
  readonly #options: Options
  readonly #stored = new LRUCache<string, { address: string | null }>({ max: REMEMBERED })

  constructor(options: Options) {
    this.#options = options
  }

  /** Stores a file of the archive. */
  readonly keep: KeepFile = async (path, content) => {
    const { folder, note } = this.#options
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < FREE_BYTES)
      throw new ImportError(`Less than 1 GiB is free on the disk of ${folder}.`)
    const beside = join(folder, randomUUID())
    let bytes = 0
    const bounded = async function* () {
      for await (const chunk of content) {
        bytes += chunk.length
        // Must be read to its end, because the archive continues after it.
        if (bytes <= CONTENT_BYTES) yield chunk
      }
    }
    await pipeline(Readable.from(bounded()), createWriteStream(beside, { mode: 0o600 }))
    if (bytes > CONTENT_BYTES) {
      note('upload', path, 'Larger than 10 MiB')
      await rm(beside)
    } else {
      await rename(beside, this.#kept(path))
    }
  }

  /**
   * Stores the picture that `reference` means in the folder of `owner`.
   * @returns its address; null if there is none, which the report mentions
   */
  async addressOf(reference: string, bucket: 'avatars' | 'content', owner: string): Promise<string | null> {
    const key = `${bucket} ${owner} ${reference}`
    const known = this.#stored.get(key)
    if (known) return known.address
    const address = await this.#store(reference, bucket, owner)
    this.#stored.set(key, { address })
    return address
  }

  async #store(reference: string, bucket: 'avatars' | 'content', owner: string): Promise<string | null> {
    const { sql, backend, source, note, folder } = this.#options
    const upload = await source.uploadOf(reference, this.#find)
    if (!upload) {
      // Pictures of other hosts become links.
      if (!/^https?:/.test(reference)) note('upload', reference, 'Unknown to the forum')
      return null
    }
    const path = await this.#fileOf(upload)
    if (!path) {
      note('upload', upload, 'The file is missing')
      return null
    }
    const stem = `${owner}/${digest(`${source.name} ${upload}`, 'hex').slice(0, 32)}`
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = await storePicture(
        { sql, backend, spool: folder },
        { path, bucket, stem, owner, mostBytes: MOST_BYTES[bucket] },
      )
      return `/storage/v1/object/public/${bucket}/${name}`
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      note('upload', upload, `Not taken: ${error.message}`)
      return null
    }
  }

  readonly #find: FindRaw = async (table, key) => {
    const [row] = await this.#options.sql<{ data: Record<string, string | null> }[]>`
      select data from private.import_rows where tbl = ${table} and key = ${key} limit 1`
    return row?.data ?? null
  }

  async #fileOf(upload: string): Promise<string | null> {
    const { uploads } = this.#options
    if (existsSync(this.#kept(upload))) return this.#kept(upload)
    if (!uploads) return null
    const root = await realpath(uploads)
    const path = await realpath(join(root, decodePath(upload).replace(/\0/g, ''))).catch(() => null)
    // Also refuses a symbolic link that leads out of the folder.
    return path?.startsWith(root + sep) ? path : null
  }

  #kept(path: string): string {
    return join(this.#options.folder, digest(path, 'hex'))
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
