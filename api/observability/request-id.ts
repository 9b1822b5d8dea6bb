// The id of a request: in its answer (`X-Request-Id`), in every log line written while it is handled, and on the error
// page, so that what a visitor quotes leads to the lines.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What a proxy may send: nothing that could end a log line or be markup. */
const SAFE = /^[\w.-]{8,64}$/

const current = new AsyncLocalStorage<string>()

/** The id of the request that is being handled here; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/**
 * Handles a request under its id, and answers with it.
 * @param fromProxy whether a trusted proxy sent the request, whose id it keeps
 */
export function withRequestId(
  request: IncomingMessage,
  response: ServerResponse,
  fromProxy: (request: IncomingMessage) => boolean,
  handle: () => void,
): void {
  const given = request.headers[REQUEST_ID_HEADER]
  const isGiven = typeof given === 'string' && SAFE.test(given) && fromProxy(request)
  const id = isGiven ? given : randomUUID()
  response.setHeader(REQUEST_ID_HEADER, id)
  current.run(id, handle)
}
