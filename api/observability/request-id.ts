// The id of a request: in the header of its response, in all its log lines, and on the error page, so that an id quoted
// by a visitor leads to the lines.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** The ids that a proxy may set: without characters that could end a log line or be markup. */
const SAFE = /^[\w.-]{8,64}$/

const current = new AsyncLocalStorage<string>()

/** The id of the current request; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}

/**
 * Handles a request under its id, and adds the id to the response.
 * @param fromProxy whether a trusted proxy sent the request; its id is kept
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
