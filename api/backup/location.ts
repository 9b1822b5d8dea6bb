// Where a backup is written to and read from: a file, or an object in an S3 bucket (s3://bucket/key), for which the
// S3_* settings give server and credentials.
import { createReadStream, existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { type Config, ConfigError } from '../config.ts'

type Settings = Pick<Config, 's3'>

/** What a folder or a prefix (both end with /) gets a name in, by the time; other locations stay as they are. */
export function withName(location: string, now: Date): string {
  if (!location.endsWith('/')) return location
  return `${location}backup-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.gz`
}

/**
 * Deletes the oldest backups of a folder or prefix, by the names that `withName` gave.
 * @param keep how many stay
 */
export async function deleteOlder(location: string, settings: Settings, keep: number): Promise<void> {
  const object = s3Object(`${location}x`)
  const isOurs = (name: string) => /^backup-\d{8}T\d{6}Z\.tar\.gz$/.test(name)
  if (!object) {
    const names = (await readdir(location)).filter(isOurs).sort()
    for (const name of names.slice(0, -keep)) await rm(join(location, name))
    return
  }
  const { client, ListObjectsV2Command, DeleteObjectCommand } = await s3(settings)
  const prefix = object.Key.slice(0, -1)
  const { Bucket } = object
  const names: string[] = []
  for (let token: string | undefined, isLast = false; !isLast; isLast = token === undefined) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: prefix, ...(token ? { ContinuationToken: token } : {}) }),
    )
    names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)).filter(isOurs))
    token = page.NextContinuationToken
  }
  for (const name of names.sort().slice(0, -keep)) {
    await client.send(new DeleteObjectCommand({ Bucket, Key: `${prefix}${name}` }))
  }
}

/**
 * Gives `write` a stream, whose content gets its name when `write` has succeeded.
 * @throws ConfigError when the location cannot be used, or is taken
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
    // Others must not read what it holds: addresses of members, and hashes of passwords.
    const file = await open(beside, 'w', 0o600)
    const result = await write(file.createWriteStream({ flush: true }))
    await rename(beside, location)
    return result
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** @throws ConfigError when there is nothing to read */
export async function readFrom(location: string, settings: Settings): Promise<Readable> {
  const object = s3Object(location)
  if (!object) {
    if (!existsSync(location)) throw new ConfigError(`There is no file ${location}`)
    return createReadStream(location)
  }
  const { client, GetObjectCommand } = await s3(settings)
  try {
    const { Body } = await client.send(new GetObjectCommand(object))
    return Body as Readable
  } catch (error) {
    throw new ConfigError(`${location} cannot be read: ${(error as Error).message}`)
  }
}

async function upload<T>(
  object: { Bucket: string; Key: string },
  settings: Settings,
  write: (output: Writable) => Promise<T>,
): Promise<T> {
  const { client } = await s3(settings)
  const { Upload } = await import('@aws-sdk/lib-storage')
  const Body = new PassThrough()
  const upload = new Upload({ client, params: { ...object, Body } })
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
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  const { connectToS3 } = await import('../storage/backends/s3.ts')
  return { client: connectToS3(settings), DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command }
}

function s3Object(location: string): { Bucket: string; Key: string } | null {
  const [, Bucket, Key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(location) ?? []
  return Bucket && Key ? { Bucket, Key } : null
}
