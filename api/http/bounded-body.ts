// Reads a request body once, up to the maximum that its route declares (routes.ts), and to a depth if it is JSON. Every
// API reads bodies here and reports errors in its own format.
import { largestBodyOf } from './route-cost.ts'
import { parseUntrustedJson } from './untrusted-json.ts'

/** A client error in the body, never a server error. `message` describes it. */
export class BodyError extends Error {
  readonly reason: 'too large' | 'cut off' | 'not UTF-8' | 'not JSON'

  constructor(reason: BodyError['reason'], message: string = reason) {
    super(message)
    this.reason = reason
  }
}

/**
 * Reads a whole body; a request without one returns no bytes. The rest of one that is too long is not read.
 * @throws BodyError
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const most = largestBodyOf(request)
  const announced = request.headers.get('content-length')
  if (announced !== null && /^\d+$/.test(announced)) {
    if (Number(announced) > most) throw new BodyError('too large')
    // The HTTP parser enforces Content-Length, so the body is read in one piece: a web stream costs more than the
    // rest of a small request.
    const bytes = new Uint8Array(await request.arrayBuffer().catch(cutOff))
    if (bytes.byteLength > most) throw new BodyError('too large')
    return bytes
  }
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read().catch(cutOff)) ?? { done: true, value: undefined }
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > most) {
      await reader?.cancel().catch(() => undefined)
      throw new BodyError('too large')
    }
    chunks.push(value)
  }
}

/** Reads a body as UTF-8 text. @throws BodyError */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BodyError('not UTF-8')
  }
}

/** Reads a body as JSON. @throws BodyError, also when it is nested too deeply */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request)
  try {
    return parseUntrustedJson(text)
  } catch (error) {
    throw new BodyError('not JSON', (error as SyntaxError).message)
  }
}

/** The connection ended before the body did, or the body was malformed HTTP. */
function cutOff(): never {
  throw new BodyError('cut off')
}
