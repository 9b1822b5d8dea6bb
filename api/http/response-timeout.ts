// Aborts a response that the client does not read. Its bytes stay in memory, and so do the file, statement or queue
// slot behind it, for as long as the client likes.
import type { RequestListener, ServerResponse } from 'node:http'

/** Long enough for a short loss of signal. */
const NO_PROGRESS_MS = 20_000
/** The same while all pending bytes together are too many. */
const NO_PROGRESS_UNDER_PRESSURE_MS = 1_000
const MAX_PENDING_BYTES = 48 * 1024 * 1024
/** Smaller responses, pages for example, are never cut short. */
const LARGE_BYTES = 1024 * 1024
const CHECK_EVERY_MS = 250

/** The responses of this process that are not sent yet, each with whether its timeout was shortened. */
const open = new Map<ServerResponse, boolean>()

/** Whether a response is so large that clients who don't read it could fill the memory. */
export function isLarge(bytes: number): boolean {
  return bytes >= LARGE_BYTES
}

/** Whether memory has room for a response of so many bytes beside those that clients have not read yet. */
export function hasRoomFor(bytes: number): boolean {
  return !isLarge(bytes) || pendingBytes() + bytes <= MAX_PENDING_BYTES
}

/**
 * Closes the connection when response bytes are pending and the client has read none of them for `ms`; of large responses
 * within a second while the bytes pending for all clients exceed `maxPendingBytes`. The time to produce the response does
 * not count.
 */
export function withResponseTimeout(
  listener: RequestListener,
  { ms = NO_PROGRESS_MS, maxPendingBytes = MAX_PENDING_BYTES } = {},
): RequestListener {
  setInterval(() => relievePressure(maxPendingBytes), CHECK_EVERY_MS).unref()
  return (request, response) => {
    open.set(response, false)
    response.once('close', () => open.delete(response))
    response.setTimeout(ms, () => {
      if ((response.socket?.writableLength ?? 0) > 0) response.destroy()
    })
    listener(request, response)
  }
}

function relievePressure(maxPendingBytes: number): void {
  if (pendingBytes() <= maxPendingBytes) return
  for (const [response, isShortened] of open) {
    // Another call would start its time again.
    if (isShortened || !isLarge(response.writableLength)) continue
    response.setTimeout(NO_PROGRESS_UNDER_PRESSURE_MS)
    open.set(response, true)
  }
}

function pendingBytes(): number {
  let pending = 0
  for (const response of open.keys()) pending += response.writableLength
  return pending
}
