// Locations of backups and of the WAL archive: a file, or an object in an S3 bucket (s3://bucket/key), with server and
// credentials of the S3_* settings.
import { randomUUID } from 'node:crypto'
import { closeSync, createReadStream, existsSync, fsyncSync, openSync, statSync } from 'node:fs'
import { link, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { Config } from '../config.ts'
import { ConfigError } from '../config-error.ts'

type Settings = Pick<Config, 's3'>

export async function namesIn(location: string, settings: Settings): Promise<string[]> {
  return (await filesIn(location, settings)).map(({ name }) => name)
}

/** @param location a folder or prefix, ending in / @returns its files; none if it does not exist */
export async function filesIn(
  location: string,
  settings: Settings,
): Promise<{ name: string; bytes: number }[]> {
  const object = s3Object(`${location}x`)
  if (!object) {
    if (!existsSync(location)) return []
    const entries = await readdir(location, { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return files.map(({ name }) => ({
      name,
      // Zero for a file that another process has deleted since.
      bytes: statSync(join(location, name), { throwIfNoEntry: false })?.size ?? 0,
    }))
  }
  const { client, ListObjectsV2Command } = await s3(settings)
  const { Bucket, Key } = object
  const within = { Bucket, Prefix: Key.slice(0, -1), Delimiter: '/' }
  const files: { name: string; bytes: number }[] = []
  for (let token: string | undefined, isLast = false; !isLast; isLast = token === undefined) {
    const page = await client.send(
      new ListObjectsV2Command({ ...within, ...(token ? { ContinuationToken: token } : {}) }),
    )
    for (const { Key: key = '', Size = 0 } of page.Contents ?? [])
      files.push({ name: key.slice(within.Prefix.length), bytes: Size })
    token = page.NextContinuationToken
  }
  return files
}

export async function deleteAt(location: string, settings: Settings): Promise<void> {
  const object = s3Object(location)
  if (!object) return rm(location, { force: true })
  const { client, DeleteObjectCommand } = await s3(settings)
  await client.send(new DeleteObjectCommand(object))
}

/**
 * Passes a stream to `write`. The content becomes visible under its name when `write` has succeeded.
 * @throws ConfigError if the location is unusable or exists
 */
export async function writeTo<T>(
  location: string,
  settings: Settings,
  write: (output: Writable) => Promise<T>,
): Promise<T> {
  const object = s3Object(location)
  if (object) return upload(object, settings, write)
  if (existsSync(location)) throw new ConfigError(`${location} exists; a backup replaces nothing`)
  const beside = `${location}.partial`
  try {
    // Private: it contains addresses of members and password hashes.
    const file = await open(beside, 'w', 0o600)
    const result = await write(file.createWriteStream({ flush: true }))
    await rename(beside, location)
    syncFolder(dirname(location))
    return result
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Errors of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Stores `content` durably, unless the name exists, which is left unchanged. The folder must exist: it may be a disk
 * that is not mounted.
 * @returns whether it was stored
 */
export async function storeNew(location: string, settings: Settings, content: Buffer): Promise<boolean> {
  const object = s3Object(location)
  if (object) return storeNewObject({ ...object, Body: content }, settings)
  // Two processes may store the same name at once; each writes under its own temporary name.
  const beside = `${location}.${randomUUID()}.partial`
  try {
    await writeFile(beside, content, { mode: 0o600, flag: 'wx', flush: true })
    try {
      // A hard link, because a rename would replace an existing file.
      await link(beside, location)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'EEXIST' || (NO_LINKS.includes(code) && existsSync(location))) return false
      if (!NO_LINKS.includes(code)) throw error
      await rename(beside, location)
    }
    return true
  } finally {
    await rm(beside, { force: true })
    syncFolder(dirname(location))
  }
}

async function storeNewObject(
  object: { Bucket: string; Key: string; Body: Buffer },
  settings: Settings,
): Promise<boolean> {
  const { client, PutObjectCommand } = await s3(settings)
  try {
    await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }))
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
    if (status === 412) return false
    // Some S3 servers do not support conditional writes; callers have checked the name before.
    if (status !== 501) throw error
    await client.send(new PutObjectCommand(object))
  }
  return true
}

/** @throws ConfigError if there is nothing to read */
export async function readFrom(location: string, settings: Settings): Promise<Readable> {
  const found = await readIfThere(location, settings).catch((error: Error) => {
    throw new ConfigError(`${location} cannot be read: ${error.message}`)
  })
  if (!found) throw new ConfigError(`There is no file ${location}`)
  return found
}

/** @returns null if the name does not exist */
export async function readIfThere(location: string, settings: Settings): Promise<Readable | null> {
  const object = s3Object(location)
  if (!object) return existsSync(location) ? createReadStream(location) : null
  const { client, GetObjectCommand } = await s3(settings)
  try {
    const { Body } = await client.send(new GetObjectCommand(object))
    return Body as Readable
  } catch (error) {
    if ((error as Error).name === 'NoSuchKey') return null
    throw error
  }
}

/** Makes new names within the folder durable. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** An object has at most 10,000 parts, which allows 160 GB. */
const PART_BYTES = 16 * 1024 ** 2

async function upload<T>(
  object: { Bucket: string; Key: string },
  settings: Settings,
  write: (output: Writable) => Promise<T>,
): Promise<T> {
  const { client } = await s3(settings)
  const { Upload } = await import('@aws-sdk/lib-storage')
  const Body = new PassThrough()
  const upload = new Upload({ client, params: { ...object, Body }, partSize: PART_BYTES })
  const uploaded = upload.done()
  try {
    const [result] = await Promise.all([write(Body), uploaded])
    return result
  } catch (error) {
    await upload.abort()
    throw error
  }
}

async function s3({ s3: settings }: Settings) {
  if (!settings) throw new ConfigError('s3://… needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  const commands = await import('@aws-sdk/client-s3')
  const { connectToS3 } = await import('../storage/backends/s3.ts')
  return { ...commands, client: connectToS3(settings) }
}

function s3Object(location: string): { Bucket: string; Key: string } | null {
  const [, Bucket, Key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(location) ?? []
  return Bucket && Key ? { Bucket, Key } : null
}
