// The file of a backup: a compressed tar, so that any tool can list it and extract a part; with a passphrase, encrypted
// as a whole behind a line of its own. Its entries, in this order:
//   backup.json          the database: its migrations and tables
//   data/TABLE/N.copy    rows in PostgreSQL's COPY text format, in parts of whole rows
//   files/NAME           uploaded files, by their random names
//   secrets.json         only on request: the site's keys, encrypted once more
//   manifest.json        counts and SHA-256 of all of the above, by which a restore verifies that nothing is missing
import { Readable, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { decryptStream, encryptStream } from './encryption.ts'

/** The format that this release writes; it reads no other. */
export const FORMAT = 1

export const HEAD = z.object({
  format: z.literal(FORMAT, { error: 'of another format' }),
  createdAt: z.string(),
  /** Major version of the PostgreSQL that it came from. */
  postgres: z.number(),
  migrations: z.array(
    z.object({ kind: z.string(), version: z.string(), name: z.string(), sha256: z.string() }),
  ),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})
export type Head = z.infer<typeof HEAD>

const CONTENT = z.object({ count: z.number(), sha256: z.string() })
export const MANIFEST = z.object({
  /** Rows by table; the hash is of their COPY text. */
  tables: z.record(z.string(), CONTENT),
  /** The hash is of all contents, one after the other. */
  files: CONTENT.extend({ bytes: z.number() }),
  /** Files whose row was stored and whose content was gone. */
  missingFiles: z.number(),
  sequences: z.record(z.string(), z.object({ value: z.string(), isCalled: z.boolean() })),
})
export type Manifest = z.infer<typeof MANIFEST>

export type Entry = { name: string; content: Buffer }

/** Begins an encrypted archive; a compressed tar begins otherwise. */
const ENCRYPTED = Buffer.from('ArthaChowk backup 1, encrypted\n')

/**
 * Writes `entries` to `output`, each when the one before has been taken.
 * @param passphrase encrypts the archive; null: it is not encrypted
 * @returns how many bytes they became
 */
export async function writeArchive(
  entries: AsyncIterable<Entry>,
  output: Writable,
  passphrase: string | null = null,
): Promise<number> {
  const archive = pack()
  let bytes = 0
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  const sealed = async function* (chunks: AsyncIterable<Buffer>) {
    if (passphrase === null) return yield* chunks
    yield ENCRYPTED
    yield* encryptStream(passphrase)(chunks)
  }
  const written = pipeline(archive, createGzip(), sealed, count, output)
  const added = (async () => {
    for await (const { name, content } of entries) {
      await pipeline(Readable.from([content]), archive.entry({ name, size: content.length, mode: 0o600 }))
    }
    archive.finalize()
  })()
  added.catch((error: Error) => archive.destroy(error))
  await Promise.all([added, written])
  return bytes
}

/**
 * @param passphrase of an encrypted archive
 * @throws Error when `input` is no archive, is cut off, or was encrypted with another passphrase
 */
export async function* readArchive(input: Readable, passphrase: string | null = null): AsyncGenerator<Entry> {
  const archive = extract()
  const opened = async function* (chunks: AsyncIterable<Buffer>) {
    const { head, rest } = await headOf(chunks, ENCRYPTED.length)
    if (!head.equals(ENCRYPTED)) {
      yield head
      return yield* rest
    }
    if (passphrase === null) throw new Error('it is encrypted: BACKUP_PASSPHRASE is needed')
    try {
      yield* decryptStream(passphrase)(rest)
    } catch (error) {
      const message = 'BACKUP_PASSPHRASE is not the one that it was encrypted with, or it was changed since'
      throw new Error(message, { cause: error })
    }
  }
  const read = pipeline(input, opened, createGunzip(), archive)
  read.catch(() => undefined)
  for await (const entry of archive) yield { name: entry.header.name, content: await buffer(entry) }
  await read
}

/** Splits a stream behind its first `size` bytes; a shorter one is all head. */
async function headOf(
  chunks: AsyncIterable<Buffer>,
  size: number,
): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const all = chunks[Symbol.asyncIterator]()
  let read: Buffer = Buffer.alloc(0)
  while (read.length < size) {
    const { value, done } = await all.next()
    if (done) break
    read = Buffer.concat([read, value])
  }
  const rest = async function* () {
    if (read.length > size) yield read.subarray(size)
    yield* { [Symbol.asyncIterator]: () => all }
  }
  return { head: read.subarray(0, size), rest: rest() }
}
