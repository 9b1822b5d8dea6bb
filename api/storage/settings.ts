// The settings of files: their size, buckets that keep them as they are, and the S3_* settings, all or none; without those
// files are on the local disk.
import { z } from 'zod'
import { defineSettings, list, oneOf, optional, secret, whole } from '../setting-group.ts'

const REQUIRED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

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

/** Null: files lie on the disk. */
export const S3_SETTINGS = defineSettings(
  {
    bucket: ['S3_BUCKET', text],
    accessKeyId: ['S3_ACCESS_KEY_ID', secret(text)],
    secretAccessKey: ['S3_SECRET_ACCESS_KEY', secret(text)],
    region: ['S3_REGION', text],
    endpoint: [
      'S3_ENDPOINT',
      optional(z.url({ protocol: /^https?$/, error: 'must be an address that starts with http: or https:' })),
    ],
    pathStyle: ['S3_PATH_STYLE', optional(oneOf(['on', 'off'], 'on or off'))],
  },
  ({ bucket, accessKeyId, secretAccessKey, region, endpoint, pathStyle }, refuse) => {
    const given = {
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_REGION: region,
      S3_ENDPOINT: endpoint,
      S3_PATH_STYLE: pathStyle,
    }
    const names = Object.entries(given).flatMap(([name, value]) => (value ? name : []))
    if (names.length === 0) return null
    if (!bucket || !accessKeyId || !secretAccessKey) {
      const missing = REQUIRED.filter((name) => !given[name])
      return refuse(`${missing.join(', ')} must be given along with ${names.join(', ')}`)
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
  },
)

export type S3Settings = NonNullable<z.output<typeof S3_SETTINGS.schema>>
