// Ends the connection of a client that goes on sending a body after the answer. Node would read and drop all of it:
// 200 MB of garbage for an address that takes no body.
import type { IncomingMessage, RequestListener } from 'node:http'

/** What is on its way when the answer is sent is dropped, so that the connection serves the next request. */
const DROPPED_BYTES = 1024 * 1024
const CHECK_EVERY_MS = 20
/** From the answer to the end. Closed at once, the client's system could throw the answer away unread. */
const CLOSE_AFTER_MS = 1_000

/** Calls `listener`; what it leaves unread of a body is dropped up to 1 MiB, and beyond it neither read nor kept. */
export function withUnreadBodies(listener: RequestListener): RequestListener {
  return (request, response) => {
    response.once('finish', () => {
      if (!request.complete) endAfterAnswer(request)
    })
    listener(request, response)
  }
}

function endAfterAnswer(request: IncomingMessage): void {
  const { socket } = request
  const most = socket.bytesRead + DROPPED_BYTES
  const isLarge = Number(request.headers['content-length'] ?? 0) > DROPPED_BYTES
  const check = () => {
    if (request.complete) stop()
    else if (isLarge || socket.bytesRead >= most) socket.pause()
  }
  const checks = setInterval(check, CHECK_EVERY_MS)
  const end = setTimeout(() => socket.destroy(), CLOSE_AFTER_MS)
  const stop = () => {
    clearInterval(checks)
    clearTimeout(end)
    socket.off('close', stop)
  }
  socket.once('close', stop)
  // After Node's own listener, which resumes reading.
  setImmediate(check)
}
