// Which names a bucket and a file may have. They are never a path of ours (see backends/), but they stand in
// addresses, in policies and in saved files: so they hold what S3 allows everywhere, and no way out of a folder.
import { invalidKey, StorageError } from './errors.ts'

const KEY = /^[\w/!.*'() &$@=;:+,?-]+$/
const KEY_LENGTH = 1_024
const BUCKET = /^[\w!.*'() &$@=;:+,?-]{1,100}$/

/** @throws StorageError InvalidKey */
export function mustBeKey(name: string): string {
  const parts = name.split('/')
  const leadsAstray = parts.some((part) => part === '' || part === '.' || part === '..')
  if (!KEY.test(name) || name.length > KEY_LENGTH || leadsAstray) throw invalidKey(name)
  return name
}

/** @throws StorageError InvalidBucketName */
export function mustBeBucketName(name: unknown): string {
  if (typeof name === 'string' && BUCKET.test(name) && name.trim() === name && !/^\.+$/.test(name))
    return name
  throw new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
}

/**
 * The parts behind `prefix` of an address, each decoded.
 * @throws StorageError InvalidKey when they are not UTF-8
 */
export function partsBehind(pathname: string, prefix: string): string[] {
  const rest = pathname.slice(prefix.length).replace(/^\//, '')
  try {
    return rest.split('/').map(decodeURIComponent)
  } catch {
    throw invalidKey(rest)
  }
}
