// Valid names of buckets and objects. They never become file paths (see backends/), but appear in URLs, policies and
// saved files, so they allow what S3 allows everywhere, without path traversal.
import { invalidKey, StorageError } from './errors.ts'

const KEY = /^[\w/!.*'() &$@=;:+,?-]+$/
const KEY_LENGTH = 1_024
const BUCKET = /^[\w!.*'() &$@=;:+,?-]{1,100}$/

export function mustBeKey(name: string): string {
  const parts = name.split('/')
  const leadsAstray = parts.some((part) => part === '' || part === '.' || part === '..')
  if (!KEY.test(name) || name.length > KEY_LENGTH || leadsAstray) throw invalidKey(name)
  return name
}

export function mustBeBucketName(name: unknown): string {
  if (typeof name === 'string' && BUCKET.test(name) && name.trim() === name && !/^\.+$/.test(name))
    return name
  throw new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
}

/** The path segments after `prefix`, decoded. @throws StorageError InvalidKey when they are not UTF-8 */
export function partsBehind(pathname: string, prefix: string): string[] {
  const rest = pathname.slice(prefix.length).replace(/^\//, '')
  try {
    return rest.split('/').map(decodeURIComponent)
  } catch {
    throw invalidKey(rest)
  }
}
