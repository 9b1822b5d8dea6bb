// Where a backup is written to and read from: a file, or an object in an S3 bucket (s3://bucket/key), for which the
// S3_* settings give server and credentials.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { type Config, ConfigError } from '../config.ts'

type Settings = Pick<Config, 's3'>

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
    const result = await write(createWriteStream(beside, { mode: 0o600, flush: true }))
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
  const { GetObjectCommand } = await import('@aws-sdk/client-s3')
  const { connectToS3 } = await import('../storage/backends/s3.ts')
  return { client: connectToS3(settings), GetObjectCommand }
}

function s3Object(location: string): { Bucket: string; Key: string } | null {
  const [, Bucket, Key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(location) ?? []
  return Bucket && Key ? { Bucket, Key } : null
}
