// All errors of /storage/v1, in upstream's format. The HTTP status is 400 for client errors and the body's
// `statusCode` has the specific one, as clients expect.
import { isUnavailable, sessionRefusal } from '../database/session-refusal.ts'

/** An error response; `code` is from upstream's closed list, `error` its older name that clients compare. */
export class StorageError extends Error {
  readonly statusCode: number
  readonly code: string
  readonly error: string

  constructor(statusCode: number, code: string, message: string, error = code) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.error = error
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
export const tooLarge = (message = 'The object exceeded the maximum allowed size') =>
  new StorageError(413, 'EntityTooLarge', message, 'Payload too large')
export const denied = (message: string) => new StorageError(403, 'AccessDenied', message, 'Unauthorized')
export const overLimit = () =>
  new StorageError(429, 'SlowDown', 'Request rate limit reached', 'over_request_rate_limit')
export const slowDown = (message = 'Too many images are waiting, try again later') =>
  new StorageError(503, 'SlowDown', message)

/** Maps a failure to an error response; null: a server error. */
export function refusalOf(failure: unknown): StorageError | null {
  if (failure instanceof StorageError) return failure
  if (isUnavailable(failure))
    return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out')
  const session = sessionRefusal(failure)
  if (session) return new StorageError(session.status, 'AccessDenied', session.code, 'Unauthorized')
  const { code } = failure as { code?: string }
  switch (code) {
    case '42501':
      return denied('new row violates row-level security policy')
    case '23505':
      return new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate')
    case '23503':
      return new StorageError(404, 'InvalidRequest', 'The related resource does not exist')
    case '40001':
    case '40P01':
    case '55P03':
      return new StorageError(423, 'ResourceLocked', 'The resource is locked')
    case 'PT413':
      return tooLarge((failure as Error).message)
    case '57014':
      return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out')
    default:
      // Class 22: a character that PostgreSQL cannot store, in a name or in metadata.
      return code?.startsWith('22') ? invalidRequest('The text holds a character that is not allowed') : null
  }
}

/** Renders an error. An ended session stays 401, which the site's client detects. */
export function errorResponse({ statusCode, code, error, message }: StorageError): Response {
  const kept = statusCode >= 500 || statusCode === 401 || statusCode === 429
  return Response.json(
    { statusCode: String(statusCode), code, error, message },
    { status: kept ? statusCode : 400, headers: { 'Cache-Control': 'no-store' } },
  )
}
