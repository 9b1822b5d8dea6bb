// Guest pages, kept as the bytes that leave: a hit is answered before the framework, React and SQL.
// Every page carries the tags of what it shows; a change event drops the pages with its tags. The page that was
// asked for longest ago makes room for the next.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { entityTag, type Page, sendPage } from './send.ts'

/**
 * Relative times ('5 minutes ago') are rendered into the page, so it may be this old at most while it can be rendered
 * again. What is older stays for the time when it can't (`stale`).
 */
const MAX_AGE_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
/** What a page costs besides its bodies: headers, tags, and the maps that find it. */
const BYTES_BESIDE = 2_048
/** Evictions that are remembered by their tag. */
const MAX_MARKS = 10_000

type KeptPage = Page & { tags: ReadonlySet<string>; bornAt: number }

export class PageCache {
  readonly #pages: LRUCache<string, KeptPage>
  readonly #byTag = new Map<string, Set<string>>()
  /** Counts evictions, so that a page rendered from data read before one is not kept after it. */
  #epoch = 0
  /** When each tag was evicted last, the oldest first. */
  readonly #evictedAt = new Map<string, number>()
  /** Of evictions up to this one the tags are forgotten: any of them may concern any page. */
  #forgotten = 0

  /** @param maxBytes of all that is kept, compressed forms included */
  constructor(maxBytes = MAX_BYTES) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: weigh,
      dispose: (page, url) => this.#untag(url, page),
    })
  }

  get epoch(): number {
    return this.#epoch
  }

  /** Bytes held. */
  get size(): number {
    return this.#pages.calculatedSize
  }

  /**
   * Answers `request` from memory.
   * @param url the page's address; the request's own, where nothing else is said
   * @returns false when the page is not there (or too old)
   */
  answer(request: IncomingMessage, response: ServerResponse, url = request.url ?? '/'): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const page = this.#pages.get(url)
    if (!page || Date.now() - page.bornAt > MAX_AGE_MS) return false
    sendPage(page, request, response, () => this.#weighAgain(url, page))
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
    const cacheControl = 'public, max-age=0, must-revalidate'
    const headers = { ...page.headers, etag: entityTag(page.body), 'cache-control': cacheControl }
    const kept: KeptPage = { ...page, headers, compressed: new Map(), bornAt: Date.now() }
    if (epoch < this.#forgotten) return kept
    for (const tag of ['*', ...page.tags]) if ((this.#evictedAt.get(tag) ?? 0) > epoch) return kept
    this.#pages.set(url, kept)
    // One that is larger than everything together was not taken.
    if (!this.#pages.has(url)) return kept
    for (const tag of page.tags) {
      const urls = this.#byTag.get(tag) ?? new Set()
      this.#byTag.set(tag, urls.add(url))
    }
    return kept
  }

  /** Drops every page that shows something with one of these tags. */
  evict(tags: Iterable<string>): void {
    this.#epoch += 1
    for (const tag of tags) {
      // Deleted first: the map is ordered by when a tag was evicted last.
      this.#evictedAt.delete(tag)
      this.#evictedAt.set(tag, this.#epoch)
      for (const url of [...(this.#byTag.get(tag) ?? [])]) this.#pages.delete(url)
    }
    for (const [oldest, epoch] of this.#evictedAt) {
      if (this.#evictedAt.size <= MAX_MARKS) break
      this.#evictedAt.delete(oldest)
      this.#forgotten = epoch
    }
  }

  /** Drops everything: after a gap in the change events nothing here can be trusted. */
  clear(): void {
    this.evict(['*'])
    this.#pages.clear()
  }

  #weighAgain(url: string, page: KeptPage): void {
    // A copy, because a value that is the same is not weighed again.
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
