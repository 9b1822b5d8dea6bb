// Sends in-memory responses (pages, documents, files of the build): conditional requests, and each encoding computed
// at most once, off the main thread.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { digest } from '../../api/crypto.ts'
import { type Encoding, preferredEncoding } from '../../api/http/accept.ts'

const BROTLI_QUALITY = 5

/** A response, as bytes. */
export type Page = {
  status: number
  /** Lower-case names. `etag` is the uncompressed body's; each encoding derives its own. */
  headers: Record<string, string>
  /** Null: only the variant `br` is at hand, as the page store keeps it (store.ts). */
  body: Buffer | null
  compressed: Map<Encoding, Buffer>
}

/** How long a redirect is cached: a later release may accept the parameter. */
const REDIRECT_SECONDS = 3_600

/** A permanent redirect. @param to path and query */
export function redirectTo(to: string): Page {
  return {
    status: 301,
    headers: { location: to, 'cache-control': `public, max-age=${REDIRECT_SECONDS}` },
    body: Buffer.alloc(0),
    compressed: new Map(),
  }
}

/** A strong ETag of `body`. */
export function entityTag(body: Buffer): string {
  return `"${digest(body).slice(0, 22)}"`
}

/**
 * Sends `page`: 304 when the client has these bytes, else in the best accepted encoding.
 * @param onCompressed called after a variant was added to `page.compressed`, which uses more memory
 */
export function sendPage(
  page: Page,
  request: IncomingMessage,
  response: ServerResponse,
  onCompressed?: () => void,
): void {
  const { status, headers } = page
  const encoding = isCompressible(page) ? preferredEncoding(request.headers['accept-encoding']) : null
  // A strong ETag identifies bytes, so each encoding has its own (RFC 9110, section 8.8.3).
  const etag = encoding && headers.etag ? `${headers.etag.slice(0, -1)}-${encoding}"` : headers.etag
  const tagged = etag ? { ...headers, etag } : headers
  if (etag && matches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, tagged).end()
    return
  }
  const send = (body: Buffer) => {
    response.writeHead(status, {
      ...tagged,
      ...(encoding ? { 'content-encoding': encoding } : {}),
      'content-length': body.length,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const ready = encoding ? page.compressed.get(encoding) : page.body
  if (ready) send(ready)
  else
    (encoding ? compress(page, encoding, onCompressed) : plain(page, onCompressed)).then(send, (error) =>
      response.destroy(error),
    )
}

const deflate = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
}
const inflate = promisify(brotliDecompress) as (variant: Buffer) => Promise<Buffer>
/** Running compressions, shared by concurrent requests. The map of a page's variants stands for the page. */
const compressing = new WeakMap<Page['compressed'], Map<Encoding, Promise<Buffer>>>()

/** The body in `encoding`, which is kept in `page.compressed`. */
export function compress(page: Page, encoding: Encoding, onCompressed?: () => void): Promise<Buffer> {
  const { compressed } = page
  const done = compressed.get(encoding)
  if (done) return Promise.resolve(done)
  const running = compressing.get(compressed) ?? new Map<Encoding, Promise<Buffer>>()
  compressing.set(compressed, running)
  const known = running.get(encoding)
  if (known) return known
  const started = decompress(page).then(async (body) => {
    const variant = await deflate[encoding](body)
    compressed.set(encoding, variant)
    onCompressed?.()
    return variant
  })
  running.set(encoding, started)
  return started.finally(() => running.delete(encoding))
}

/** The body for a client that takes no encoding. */
async function plain(page: Page, onDecompressed?: () => void): Promise<Buffer> {
  page.body = await decompress(page)
  onDecompressed?.()
  return page.body
}

function decompress({ body, compressed }: Page): Promise<Buffer> {
  if (body) return Promise.resolve(body)
  const variant = compressed.get('br')
  return variant ? inflate(variant) : Promise.reject(new Error('The page has no body'))
}

/** Whether the page is sent compressed to clients that take it. */
export function isCompressible({ headers }: Pick<Page, 'headers'>): boolean {
  return COMPRESSIBLE.test(headers['content-type'] ?? '')
}

/** Images and fonts are already compressed. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg\+xml)/

function matches(header: string | undefined, etag: string): boolean {
  if (!header) return false
  // Any version that the client has, which is this one or an earlier one (RFC 9110, section 13.1.2).
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
