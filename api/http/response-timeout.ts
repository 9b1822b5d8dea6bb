// Ends an answer that nobody reads. Its bytes wait in memory, and so do the file, the statement or the place in a queue
// behind it: a reader that takes nothing would hold them for as long as it likes.
import type { RequestListener } from 'node:http'

/** Long enough for a train in a tunnel. */
const NO_PROGRESS_MS = 20_000

/**
 * Ends the connection when bytes of an answer wait and the reader took none of them for `ms`. The time that an answer
 * takes to be made is not counted.
 */
export function withResponseTimeout(listener: RequestListener, ms = NO_PROGRESS_MS): RequestListener {
  return (request, response) => {
    response.setTimeout(ms, () => {
      if ((response.socket?.writableLength ?? 0) > 0) response.destroy()
    })
    listener(request, response)
  }
}
