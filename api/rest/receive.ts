// The third station of a write or call: its body, within bounds. Bytes first, then depth, then shape; the rows are
// counted, and nothing of them is changed. It is the only place of /rest/v1 that reads a body.
// https://docs.postgrest.org/en/stable/references/api/tables_views.html#insert
import { BodyError, readBytes, readText } from '../http/bounded-body.ts'
import type { Authorised } from './authorise.ts'
import { bodyError, bodyTooLarge } from './errors.ts'
import { bodyType, INVALID_JSON, type Payload, rowsOf } from './payload.ts'

/** Maximum bytes of a body. */
export const MAX_BODY_BYTES = 1_048_576

declare const station: unique symbol

export type Received = Authorised & {
  readonly [station]: 'received'
  /** '' of a DELETE, which has none. */
  body: string
  /** The rows of a write; null for DELETE, and for a call, whose body has arguments. */
  payload: Payload | null
}

/**
 * @param raw the request whose body is read
 * @throws RestError PT413 as soon as it is too large, PGRST102 when it is not UTF-8, truncated, nested too deeply, or
 *   has rows of different keys
 */
export async function receive(authorised: Authorised, raw: Request): Promise<Received> {
  const { request, query, subject } = authorised
  const { method, contentType } = request
  const body = method === 'DELETE' ? '' : await readBody(raw)
  const isWrite = subject.kind === 'relation' && method !== 'DELETE'
  const columns = method === 'PUT' ? null : query.columns
  const payload = isWrite ? rowsOf(body, bodyType(contentType), columns) : null
  return { ...authorised, body, payload } as Received
}

/** The body as text; application/octet-stream becomes the text form of a bytea. */
async function readBody(request: Request): Promise<string> {
  try {
    if (bodyType(request.headers.get('content-type')) !== 'application/octet-stream') {
      return await readText(request)
    }
    return `\\x${Buffer.from(await readBytes(request)).toString('hex')}`
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    throw error.reason === 'too large' ? bodyTooLarge(MAX_BODY_BYTES) : bodyError(INVALID_JSON)
  }
}
