// Answers the requests of one connection one after the other. Node hands over pipelined requests all at once: their
// answers would wait in memory for each other, without a time limit, and Node never closes those that still wait when
// the connection ends, so that what counts open answers would count them for ever.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** No client pipelines that many; what one read of the network may bring. Beyond it the connection ends. */
const MOST_WAITING = 64

/** Calls `listener` with a request when the answer to the one before it is sent. Until then the client is not read. */
export function inTurn(listener: RequestListener): RequestListener {
  /** Of connections with a request that is being answered: those that wait for it. */
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>()

  const start = (socket: Socket, request: IncomingMessage, response: ServerResponse) => {
    listener(request, response)
    // After the listener's own, so that what the answer held is free before the next one begins.
    response.once('close', () => startNext(socket))
  }

  const startNext = (socket: Socket) => {
    const queue = waiting.get(socket)
    const next = socket.destroyed ? undefined : queue?.shift()
    if (!next) {
      waiting.delete(socket)
      return
    }
    // The body of the last one may not have arrived yet.
    if (queue?.length === 0) socket.resume()
    start(socket, ...next)
  }

  return (request, response) => {
    const { socket } = request
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      start(socket, request, response)
    } else if (queue.length < MOST_WAITING) {
      queue.push([request, response])
      socket.pause()
    } else socket.destroy()
  }
}
