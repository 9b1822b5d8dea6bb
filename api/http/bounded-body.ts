// The body of a request, read once: bounded in bytes, and in depth where it is JSON. Every door reads through here and
// says in its own contract's words what was wrong.
import { parseUntrustedJson } from './untrusted-json.ts'

/** A body that its sender got wrong; never a failure of ours. `message` says what is wrong in plain words. */
export class BodyError extends Error {
  readonly reason: 'too large' | 'cut off' | 'not UTF-8' | 'not JSON'

  constructor(reason: BodyError['reason'], message: string = reason) {
    super(message)
    this.reason = reason
  }
}

/**
 * Reads a body whole; a request without one gives no bytes.
 * @param most bytes; of a longer body the rest is left unread
 * @throws BodyError
 */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  if (announced !== null && /^\d+$/.test(announced)) {
    if (Number(announced) > most) throw new BodyError('too large')
    // HTTP's parser ends the body where it was said to end. So it is read in one piece: going through a stream of
    // the web costs more than all the rest of a small request.
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

/** Reads a body as UTF-8 text. @param most bytes @throws BodyError */
export async function readText(request: Request, most: number): Promise<string> {
  const bytes = await readBytes(request, most)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BodyError('not UTF-8')
  }
}

/** Reads a body as JSON. @param most bytes @throws BodyError, also when it is nested too deep */
export async function readJson(request: Request, most: number): Promise<unknown> {
  const text = await readText(request, most)
  try {
    return parseUntrustedJson(text)
  } catch (error) {
    throw new BodyError('not JSON', (error as SyntaxError).message)
  }
}

/** The connection ended before the body did, or what came was no body of HTTP. */
function cutOff(): never {
  throw new BodyError('cut off')
}
