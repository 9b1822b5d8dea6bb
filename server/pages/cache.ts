// Cache of guest pages, as response bytes: a hit is served before the framework, React and SQL. Pages have tags for
// what they show; a change event evicts the pages with its tags. The least recently used page is evicted first.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { entityTag, type Page, sendPage } from './send.ts'

/**
 * Pages contain relative times ('5 minutes ago'), which limits their age while they can be rendered again. Older
 * pages are kept for `stale`.
 */
const MAX_AGE_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
/** Overhead of a page: headers, tags, index. */
const BYTES_BESIDE = 2_048
/** Number of tag evictions that are remembered. */
const MAX_MARKS = 10_000

/** A cache in front of this process (api/http/cdn.ts). */
export type Edge = {
  /** Headers for a response with these tags. */
  headers(tags: Iterable<string>): Record<string, string>
  purge(tags: Iterable<string>): void
}

type KeptPage = Page & { tags: ReadonlySet<string>; bornAt: number }

export class PageCache {
  readonly #pages: LRUCache<string, KeptPage>
  readonly #byTag = new Map<string, Set<string>>()
  /** Counts evictions: a page rendered from data read before one is not stored after it. */
  #epoch = 0
  /** The last eviction of each tag, oldest first. */
  readonly #evictedAt = new Map<string, number>()
  /** Evictions up to this epoch are forgotten and may concern any page. */
  #forgotten = 0
  #hits = 0
  #misses = 0
  #stale = 0
  /** While changes can't be read, pages are kept as stale ones only. */
  isBehind = false

  readonly #edge: Edge | null

  /**
   * @param options.maxBytes including compressed variants
   * @param options.edge may cache the pages that are cached here; null: no edge
   */
  constructor({ maxBytes = MAX_BYTES, edge = null }: { maxBytes?: number; edge?: Edge | null } = {}) {
    this.#edge = edge
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: weigh,
      dispose: (page, url) => this.#untag(url, page),
    })
  }

  get epoch(): number {
    return this.#epoch
  }

  /** For metrics: hits, misses and stale responses; pages and bytes in memory. */
  readonly counts = () => ({
    hits: this.#hits,
    misses: this.#misses,
    stale: this.#stale,
    entries: this.#pages.size,
    bytes: this.#pages.calculatedSize,
  })

  /**
   * Serves `request` from memory.
   * @param url the page's URL; default: the request's
   * @returns false when the page is not cached (or too old)
   */
  answer(request: IncomingMessage, response: ServerResponse, url = request.url ?? '/'): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const page = this.#pages.get(url)
    if (!page || this.isBehind || Date.now() - page.bornAt > MAX_AGE_MS) return false
    this.#hits += 1
    sendPage(page, request, response, () => this.#weighAgain(url, page))
    return true
  }

  /**
   * The last rendered version (RFC 9111, section 4.2.4), correct except for relative times, since changes evict it.
   */
  stale(url: string): Page | null {
    const page = this.#pages.get(url) ?? null
    if (page) this.#stale += 1
    return page
  }

  /**
   * Stores a rendered page.
   * @param epoch of the cache when rendering began: a page whose tags were evicted since is not stored
   * @returns the page to send
   */
  keep(
    url: string,
    page: { status: number; headers: Record<string, string>; body: Buffer; tags: ReadonlySet<string> },
    epoch: number,
  ): Page {
    const cacheControl = 'public, max-age=0, must-revalidate'
    const headers = { ...page.headers, etag: entityTag(page.body), 'cache-control': cacheControl }
    this.#misses += 1
    const kept: KeptPage = { ...page, headers, compressed: new Map(), bornAt: Date.now() }
    if (epoch < this.#forgotten) return kept
    for (const tag of ['*', ...page.tags]) if ((this.#evictedAt.get(tag) ?? 0) > epoch) return kept
    this.#pages.set(url, kept)
    // A page that is not stored here could reach the edge after its purge.
    if (this.#edge) Object.assign(headers, this.#edge.headers(page.tags))
    // Larger than the whole cache.
    if (!this.#pages.has(url)) return kept
    for (const tag of page.tags) {
      const urls = this.#byTag.get(tag) ?? new Set()
      this.#byTag.set(tag, urls.add(url))
    }
    return kept
  }

  /** Evicts every page with one of these tags. */
  evict(tags: Iterable<string>): void {
    this.#epoch += 1
    for (const tag of tags) {
      // Deleted first, because the map is ordered by last eviction.
      this.#evictedAt.delete(tag)
      this.#evictedAt.set(tag, this.#epoch)
      for (const url of [...(this.#byTag.get(tag) ?? [])]) this.#pages.delete(url)
    }
    this.#edge?.purge(tags)
    for (const [oldest, epoch] of this.#evictedAt) {
      if (this.#evictedAt.size <= MAX_MARKS) break
      this.#evictedAt.delete(oldest)
      this.#forgotten = epoch
    }
  }

  /** Evicts everything: after a gap in the change events the pages may be stale. */
  clear(): void {
    this.evict(['*'])
    this.#pages.clear()
  }

  #weighAgain(url: string, page: KeptPage): void {
    // A copy, because the cache does not recompute the size of the same object.
    if (this.#pages.peek(url) === page) this.#pages.set(url, { ...page }, { noDisposeOnSet: true })
  }

  #untag(url: string, page: KeptPage): void {
    for (const tag of page.tags) {
      const urls = this.#byTag.get(tag)
      urls?.delete(url)
      if (urls?.size === 0) this.#byTag.delete(tag)
    }
  }
}

function weigh({ body, compressed }: KeptPage, url: string): number {
  let bytes = BYTES_BESIDE + url.length + body.length
  for (const { length } of compressed.values()) bytes += length
  return bytes
}
