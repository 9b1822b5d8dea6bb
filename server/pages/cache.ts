// Guest pages, kept as the bytes that leave: a hit is answered before the framework, React and SQL.
// Every page carries the tags of what it shows; a change event drops the pages with its tags.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Relative times ('5 minutes ago') are rendered into the page, so it may be this old at most while it can be rendered
 * anew. What is older stays for the time when it can't (`stale`).
 */
const MAX_AGE_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
const BROTLI_QUALITY = 5

/** A page as it leaves, each encoding made at most once. */
export type Page = {
  status: number
  headers: Record<string, string>
  body: Buffer
  compressed: Map<'br' | 'gzip', Buffer>
}

type KeptPage = Page & { tags: ReadonlySet<string>; bornAt: number }

export class PageCache {
  readonly #pages = new Map<string, KeptPage>()
  readonly #byTag = new Map<string, Set<string>>()
  #bytes = 0
  /** Counts evictions, so that a page rendered from data read before one is not kept after it. */
  #epoch = 0
  readonly #evictedAt = new Map<string, number>()

  get epoch(): number {
    return this.#epoch
  }

  /** Answers `request` from memory. @returns false when the page is not there (or too old) */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const url = request.url ?? '/'
    const page = this.#pages.get(url)
    if (!page || Date.now() - page.bornAt > MAX_AGE_MS) return false
    sendPage(page, request, response)
    return true
  }

  /**
   * The page as it was when it could be rendered last (RFC 9111, section 4.2.4): true but for its relative times, since
   * a change would have dropped it.
   */
  stale(url: string): Page | null {
    return this.#pages.get(url) ?? null
  }

  /**
   * Keeps a rendered page.
   * @param epoch of the cache when the rendering began: a page whose tags were evicted since is not kept
   * @returns the page as it leaves
   */
  keep(
    url: string,
    page: { status: number; headers: Record<string, string>; body: Buffer; tags: ReadonlySet<string> },
    epoch: number,
  ): Page {
    const etag = `"${createHash('sha256').update(page.body).digest('base64url').slice(0, 22)}"`
    const headers = { ...page.headers, etag, 'cache-control': 'public, max-age=0, must-revalidate' }
    const kept: KeptPage = { ...page, headers, compressed: new Map(), bornAt: Date.now() }
    for (const tag of ['*', ...page.tags]) if ((this.#evictedAt.get(tag) ?? 0) > epoch) return kept
    this.#drop(url)
    this.#pages.set(url, kept)
    for (const tag of page.tags) {
      const urls = this.#byTag.get(tag) ?? new Set()
      this.#byTag.set(tag, urls.add(url))
    }
    this.#bytes += page.body.length
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= MAX_BYTES) break
      this.#drop(oldest)
    }
    return kept
  }

  /** Drops every page that shows something with one of these tags. */
  evict(tags: Iterable<string>): void {
    this.#epoch += 1
    for (const tag of tags) {
      this.#evictedAt.set(tag, this.#epoch)
      for (const url of this.#byTag.get(tag) ?? []) this.#drop(url)
    }
    // Older marks can no longer matter to a rendering that is still under way.
    if (this.#evictedAt.size > 10_000)
      for (const tag of [...this.#evictedAt.keys()].slice(0, 5_000)) this.#evictedAt.delete(tag)
  }

  /** Drops everything: after a gap in the change events nothing here can be trusted. */
  clear(): void {
    this.#epoch += 1
    this.#evictedAt.set('*', this.#epoch)
    this.#pages.clear()
    this.#byTag.clear()
    this.#bytes = 0
  }

  #drop(url: string): void {
    const page = this.#pages.get(url)
    if (!page) return
    this.#pages.delete(url)
    this.#bytes -= page.body.length
    for (const tag of page.tags) {
      const urls = this.#byTag.get(tag)
      urls?.delete(url)
      if (urls?.size === 0) this.#byTag.delete(tag)
    }
  }
}

/** Writes `page` to `response`: 304 when the browser has it, else in the best encoding it takes. */
export function sendPage(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const etag = page.headers.etag
  if (etag && request.headers['if-none-match']?.includes(etag)) {
    response.writeHead(304, page.headers).end()
    return
  }
  // Pictures are compressed already.
  const isPicture = page.headers['content-type']?.startsWith('image/')
  const encoding = isPicture ? null : preferredEncoding(request.headers['accept-encoding'])
  const body = encoding ? compressed(page, encoding) : page.body
  response.writeHead(page.status, {
    ...page.headers,
    ...(encoding ? { 'content-encoding': encoding } : {}),
    'content-length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function compressed(page: Page, encoding: 'br' | 'gzip'): Buffer {
  const known = page.compressed.get(encoding)
  if (known) return known
  const bytes =
    encoding === 'br'
      ? brotliCompressSync(page.body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : gzipSync(page.body)
  page.compressed.set(encoding, bytes)
  return bytes
}

/** The encoding for a browser's Accept-Encoding: Brotli, else gzip, else none. */
export function preferredEncoding(accept: string | string[] | undefined): 'br' | 'gzip' | null {
  const offered = String(accept ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(offered)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(offered) ? 'gzip' : null
}
