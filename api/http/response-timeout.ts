// Aborts a response that the client does not read. Its bytes stay in memory, and so do the file, statement or queue
// slot behind it, for as long as the client likes.
import type { RequestListener } from 'node:http'

/** Long enough for a short loss of signal. */
const NO_PROGRESS_MS = 20_000

/**
 * Closes the connection when response bytes are pending and the client has read none of them for `ms`. The time to
 * produce the response does not count.
 */
export function withResponseTimeout(listener: RequestListener, ms = NO_PROGRESS_MS): RequestListener {
  return (request, response) => {
    response.setTimeout(ms, () => {
      if ((response.socket?.writableLength ?? 0) > 0) response.destroy()
    })
    listener(request, response)
  }
}
