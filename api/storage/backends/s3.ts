// Files in an S3 bucket. Loaded only if configured, because the client is slow to load.
import { createReadStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Settings } from '../settings.ts'
import { type Backend, FileMissing, mustBeVersion } from './backend.ts'

const KEYS_AT_ONCE = 1_000

/** One object per file, under its random name. */
export function createS3Backend(settings: S3Settings): Backend {
  const client = connectToS3(settings)
  const at = (version: string) => ({ Bucket: settings.bucket, Key: mustBeVersion(version) })
  return {
    put: async (version, from, size) => {
      await client.send(
        new PutObjectCommand({ ...at(version), Body: createReadStream(from), ContentLength: size }),
      )
      await unlink(from)
    },
    read: async (version, range) => {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined
      const command = new GetObjectCommand({ ...at(version), ...(Range ? { Range } : {}) })
      const { Body } = await client.send(command).catch(asMissing)
      return Body as Readable
    },
    copy: async (from, to) => {
      const CopySource = `${settings.bucket}/${mustBeVersion(from)}`
      await client.send(new CopyObjectCommand({ ...at(to), CopySource })).catch(asMissing)
    },
    remove: async (versions) => {
      for (let from = 0; from < versions.length; from += KEYS_AT_ONCE) {
        const Objects = versions.slice(from, from + KEYS_AT_ONCE).map((version) => ({
          Key: mustBeVersion(version),
        }))
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket: settings.bucket, Delete: { Objects, Quiet: true } }),
        )
        const failed = Errors.find(({ Code }) => Code !== 'NoSuchKey')
        if (failed) throw new Error(`S3 did not delete ${failed.Key}: ${failed.Code} ${failed.Message}`)
      }
    },
  }
}

export function connectToS3(settings: S3Settings): S3Client {
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Not every S3 server supports Amazon's recent checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

function asMissing(error: Error): never {
  throw error.name === 'NoSuchKey' || error.name === 'NotFound' ? new FileMissing(error.message) : error
}
