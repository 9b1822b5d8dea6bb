// Every response that says 'not now' (503, 504, and the storage's 544) says when to try again. The class is given to the
// HTTP server, so no handler can forget it.
import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** The database is used again within seconds; clients that retry show their error only after the last try. */
const RETRY_AFTER_SECONDS = '2'

/** Whether the same request may succeed soon. 544 is the storage API's code for a database that does not answer. */
export function isForNow(status: number): boolean {
  return status === 503 || status === 504 || status === 544
}

/** Adds Retry-After to such a response, unless its handler has set its own. */
export class RetryLaterResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
  override writeHead(status: number, message?: string, headers?: Headers): this
  override writeHead(status: number, headers?: Headers): this
  override writeHead(status: number, ...rest: unknown[]): this {
    if (isForNow(status) && !this.hasHeader('retry-after')) this.setHeader('retry-after', RETRY_AFTER_SECONDS)
    return super.writeHead(status, ...(rest as [Headers]))
  }
}
