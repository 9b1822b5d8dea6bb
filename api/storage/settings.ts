// The settings of files: their size, buckets that keep them as they are, and the S3_* settings, all or none; without those
// files are on the local disk.
import { z } from 'zod'
import { secret } from '../secret-files.ts'

const REQUIRED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const text = z.string().optional()

/** What one request to S3 may store. */
const MOST_BYTES = 5 * 1024 ** 3
const SIZE = `must be a number of bytes from 1 to ${MOST_BYTES}`

export const FILES_ENVIRONMENT = {
  FILE_SIZE_LIMIT: z.coerce
    .number({ error: SIZE })
    .int(SIZE)
    .min(1, SIZE)
    .max(MOST_BYTES, SIZE)
    .default(50 * 1024 ** 2),
  STORE_AS_IS: z.string().default(''),
}

export function fileSettings(given: z.infer<z.ZodObject<typeof FILES_ENVIRONMENT>>) {
  const buckets = given.STORE_AS_IS.split(',').map((part) => part.trim())
  return {
    /** No file is larger, whatever its bucket says. */
    mostBytes: given.FILE_SIZE_LIMIT,
    /** Buckets whose pictures are neither decoded nor refused; '*': all. */
    asIs: buckets.filter(Boolean),
  }
}

export type FileSettings = ReturnType<typeof fileSettings>

export const S3_ENVIRONMENT = {
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: secret(text),
  S3_SECRET_ACCESS_KEY: secret(text),
  S3_REGION: text,
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address that starts with http: or https:' })
    .optional(),
  S3_PATH_STYLE: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
}

/**
 * The settings in the backend's form; null: files lie on the disk.
 * @param complain makes the error of a mistake, from the line that names it
 */
export function s3Settings(
  given: z.infer<z.ZodObject<typeof S3_ENVIRONMENT>>,
  complain: (line: string) => Error,
) {
  const names = Object.keys(S3_ENVIRONMENT).filter((name) => given[name as keyof typeof given])
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given
  if (names.length === 0) return null
  if (!bucket || !accessKeyId || !secretAccessKey) {
    const missing = REQUIRED.filter((name) => !given[name])
    throw complain(`${missing.join(', ')} must be given along with ${names.join(', ')}`)
  }
  return {
    /** Null: Amazon's own. */
    endpoint: given.S3_ENDPOINT ?? null,
    region: given.S3_REGION ?? 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
    /** Path-style URLs, which most servers but Amazon's need. */
    pathStyle: given.S3_PATH_STYLE !== 'off',
  }
}

export type S3Settings = NonNullable<ReturnType<typeof s3Settings>>
