// The settings of files: their size, buckets that keep them as they are, and the S3_* settings, all or none; without those
// files are on the local disk.
import { z } from 'zod'
import { defineSettings, list, oneOf, optional, refuse, secret, whole } from '../setting-group.ts'

/** What one request to S3 may store. */
const MOST_BYTES = 5 * 1024 ** 3
const SIZE = `must be a number of bytes from 1 to ${MOST_BYTES}`

export const FILE_SETTINGS = defineSettings({
  /** No file is larger, whatever its bucket says. */
  mostBytes: ['FILE_SIZE_LIMIT', whole(1, MOST_BYTES, SIZE).default(50 * 1024 ** 2)],
  /** Buckets whose pictures are neither decoded nor refused; '*': all. */
  asIs: ['STORE_AS_IS', list()],
})

export type FileSettings = z.output<typeof FILE_SETTINGS.schema>

const text = optional(z.string())

const S3 = {
  bucket: ['S3_BUCKET', text],
  accessKeyId: ['S3_ACCESS_KEY_ID', secret(text)],
  secretAccessKey: ['S3_SECRET_ACCESS_KEY', secret(text)],
  region: ['S3_REGION', text],
  endpoint: [
    'S3_ENDPOINT',
    optional(z.url({ protocol: /^https?$/, error: 'must be an address that starts with http: or https:' })),
  ],
  pathStyle: ['S3_PATH_STYLE', optional(oneOf(['on', 'off'], 'on or off'))],
} as const
const PROPERTIES = Object.keys(S3) as (keyof typeof S3)[]
const REQUIRED = ['bucket', 'accessKeyId', 'secretAccessKey'] as const
const namesOf = (properties: (keyof typeof S3)[]) => properties.map((property) => S3[property][0]).join(', ')

/** Null: files lie on the disk. */
export const S3_SETTINGS = defineSettings(S3, (values, context) => {
  const given = PROPERTIES.filter((property) => values[property])
  if (given.length === 0) return null
  const { bucket, accessKeyId, secretAccessKey, region, endpoint, pathStyle } = values
  if (!bucket || !accessKeyId || !secretAccessKey) {
    const missing = REQUIRED.filter((property) => !values[property])
    return refuse(context, `${namesOf(missing)} must be given along with ${namesOf(given)}`)
  }
  return {
    /** Null: Amazon's own. */
    endpoint,
    region: region ?? 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
    /** Path-style URLs, which most servers but Amazon's need. */
    pathStyle: pathStyle !== 'off',
  }
})

export type S3Settings = NonNullable<z.output<typeof S3_SETTINGS.schema>>
