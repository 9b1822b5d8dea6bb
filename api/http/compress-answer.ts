// Compresses answers of tables: rows of texts become a fifth of their size. An answer is compressed with what its caller
// asked for, and another site cannot make a browser ask: the token is in a header that only the page's own code sends. So
// the size tells nobody what the answer holds (BREACH). Tokens and secrets are answers of the auth API, which sends them
// as they are.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, preferredEncoding } from './accept.ts'

/** Below it, an answer fits into the packet that it takes anyway. */
const LEAST_BYTES = 1_400
const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/

const deflate: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
}

/** @returns `answer`, compressed with the best encoding that the request takes if that is worth it */
export async function compressAnswer(request: Request, answer: Response): Promise<Response> {
  const encoding = preferredEncoding(request.headers.get('accept-encoding') ?? undefined)
  const { status, headers } = answer
  if (!encoding || !answer.body || !TEXT.test(headers.get('content-type') ?? '')) return answer
  const body = Buffer.from(await answer.arrayBuffer())
  headers.append('vary', 'Accept-Encoding')
  if (body.length < LEAST_BYTES) return new Response(body, { status, headers })
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  return new Response(new Uint8Array(await deflate[encoding](body)), { status, headers })
}
