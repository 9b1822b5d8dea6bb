// The S3_* settings, all or none; without them files are on the local disk.
import { z } from 'zod'
import { onOff } from '../rest/settings.ts'

const REQUIRED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

const schema = z.object({
  S3_BUCKET: z.string(),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address that starts with http: or https:' })
    .optional(),
  S3_PATH_STYLE: onOff('on'),
})

/**
 * Reads them from the environment; null: files lie on the disk.
 * @param complain makes the error of a mistake, from the line that names it
 */
export function readS3Settings(
  env: Readonly<Record<string, string | undefined>>,
  complain: (line: string) => Error,
) {
  const names = Object.keys(schema.shape).filter((name) => env[name])
  if (names.length === 0) return null
  const missing = REQUIRED.filter((name) => !env[name])
  if (missing.length > 0) throw complain(`${missing.join(', ')} must be given along with ${names.join(', ')}`)
  const parsed = schema.safeParse(Object.fromEntries(names.map((name) => [name, env[name]])))
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name} ${issue.message} (it is ${JSON.stringify(env[name])})`
    })
    throw complain(lines.join('\n'))
  }
  const settings = parsed.data
  return {
    /** Null: Amazon's own. */
    endpoint: settings.S3_ENDPOINT ?? null,
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET,
    accessKeyId: settings.S3_ACCESS_KEY_ID,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    /** Path-style URLs, which most servers but Amazon's need. */
    pathStyle: settings.S3_PATH_STYLE,
  }
}

export type S3Settings = NonNullable<ReturnType<typeof readS3Settings>>
