// Cache of guest pages, as response bytes: a hit is served before the framework, React and SQL. Pages have tags for
// what they show; a change event evicts the pages with its tags. The least recently used page is evicted first; behind
// the memory, those that stay true for long are kept on disk (store.ts).
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { LogPosition } from '../../api/database/change-log.ts'
import { compress, entityTag, isCompressible, type Page, sendPage } from './send.ts'
import type { PageStore, StoredPage } from './store.ts'

/** How late the words of a page may be, such as '5 minutes ago', while it is rendered again; its content never is. */
const LATE_MS = 5 * 60_000
/** A page with as many hits since it was rendered is asked for often. */
const OFTEN = 3
/** Addresses of pages that were asked for often, however often they were evicted since. */
const MOST_OFTEN = 10_000
const OFTEN_FOR_MS = 24 * 60 * 60_000
/** A page that is out of date sooner is not worth its place on disk. */
const STORED_FROM_MS = 10 * 60_000
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

type KeptPage = Page & {
  tags: ReadonlySet<string>
  /** When its words are out of date, in milliseconds. It is kept for longer, for `stale`. */
  until: number
  hits: number
  /** Whether `onLate` can render it again. */
  isPage: boolean
}

type Rendered = {
  status: number
  headers: Record<string, string>
  body: Buffer
  tags: ReadonlySet<string>
  until: number
}

export class PageCache {
  readonly #pages: LRUCache<string, KeptPage>
  readonly #often = new LRUCache<string, true>({ max: MOST_OFTEN, ttl: OFTEN_FOR_MS })
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
  #store: PageStore | null = null
  #isStoreCaughtUp = false
  #onLate: (url: string) => void = () => undefined

  /**
   * @param options.maxBytes including compressed variants
   * @param options.edge may cache the pages that are cached here; null: no edge
   */
  constructor({ maxBytes = MAX_BYTES, edge = null }: { maxBytes?: number; edge?: Edge | null } = {}) {
    this.#edge = edge
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: weigh,
      dispose: (page, url) => {
        if (page.hits >= OFTEN) this.#often.set(url, true)
        this.#untag(url, page)
      },
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
    return page !== undefined && this.#send(url, page, request, response)
  }

  /**
   * Serves a page that is on disk, and takes it into memory.
   * @param url its canonical URL: other addresses are not looked for, which would cost each request of the API
   */
  answerFromStore(url: string, request: IncomingMessage, response: ServerResponse): boolean {
    const page = this.#fromStore(url)
    return page !== null && this.#send(url, page, request, response)
  }

  /** Sends a page whose words are true; one that many read also while it is rendered again, for a while. */
  #send(url: string, page: KeptPage, request: IncomingMessage, response: ServerResponse): boolean {
    if (this.isBehind) return false
    const late = Date.now() - page.until
    if (late >= 0) {
      if (!page.isPage || page.hits < OFTEN || late > LATE_MS) return false
      this.#onLate(url)
    }
    page.hits += 1
    this.#hits += 1
    sendPage(page, request, response, () => this.#weighAgain(url, page))
    return true
  }

  #fromStore(url: string): KeptPage | null {
    const stored = this.#isStoreCaughtUp ? this.#store?.get(url) : null
    if (!stored) return null
    const { body, ...page } = stored
    const tags = new Set(page.tags)
    const headers = { ...page.headers, ...this.#edge?.headers(tags) }
    const compressed = new Map([['br' as const, body]])
    const kept: KeptPage = { ...page, tags, headers, body: null, compressed, hits: 0, isPage: true }
    this.#remember(url, kept)
    return kept
  }

  /** @param onLate renders a page again, which is being sent meanwhile */
  renderLateWith(onLate: (url: string) => void): void {
    this.#onLate = onLate
  }

  /** From now on, `store` hears of every eviction. */
  connect(store: PageStore): void {
    this.#store = store
    this.#isStoreCaughtUp = false
  }

  /** Its pages may be served, and others stored: it heard of every eviction before `connect` too. */
  trustStore(): void {
    this.#isStoreCaughtUp = true
  }

  /** All evictions up to this position of the change log were made. */
  reached(position: LogPosition): void {
    // Until it has caught up, evictions from before are missing.
    if (this.#isStoreCaughtUp) this.#store?.reached(position)
  }

  /**
   * The last rendered version (RFC 9111, section 4.2.4), correct except for relative times and counters, since changes
   * evict it.
   */
  stale(url: string): Page | null {
    const page = this.#pages.get(url) ?? this.#fromStore(url)
    if (page) this.#stale += 1
    return page
  }

  /** Whether many asked for this page, now or before it was last evicted. */
  isOften(url: string): boolean {
    return this.#often.has(url) || (this.#pages.peek(url)?.hits ?? 0) >= OFTEN
  }

  /** What `stale` has, if its words are a few minutes late at most, or nothing newer can be rendered. */
  late(url: string): Page | null {
    const page = this.#pages.get(url)
    return page && (this.isBehind || Date.now() - page.until <= LATE_MS) ? page : null
  }

  /**
   * Stores a rendered page.
   * @param epoch of the cache when rendering began: a page whose tags were evicted since is not stored
   * @param isPage whether it can be rendered again before anybody waits for it, and kept on disk
   * @returns the page to send
   */
  keep(url: string, page: Rendered, epoch: number, isPage = false): Page {
    const cacheControl = 'public, max-age=0, must-revalidate'
    const headers = { ...page.headers, etag: entityTag(page.body), 'cache-control': cacheControl }
    this.#misses += 1
    const kept: KeptPage = { ...page, headers, compressed: new Map(), hits: 0, isPage }
    if (!this.#isCurrent(page.tags, epoch)) return kept
    if (isPage) void this.#storePage(url, kept, { ...headers }, epoch)
    // A page that is not stored here could reach the edge after its purge.
    if (this.#edge) Object.assign(headers, this.#edge.headers(page.tags))
    this.#remember(url, kept)
    return kept
  }

  /** Whether none of `tags` was evicted since `epoch`, as far as is known. */
  #isCurrent(tags: ReadonlySet<string>, epoch: number): boolean {
    if (epoch < this.#forgotten) return false
    for (const tag of ['*', ...tags]) if ((this.#evictedAt.get(tag) ?? 0) > epoch) return false
    return true
  }

  #remember(url: string, page: KeptPage): void {
    this.#pages.set(url, page)
    // Larger than the whole cache.
    if (!this.#pages.has(url)) return
    for (const tag of page.tags) {
      const urls = this.#byTag.get(tag) ?? new Set()
      this.#byTag.set(tag, urls.add(url))
    }
  }

  /** @param headers without those of the edge, which the next process may not have */
  async #storePage(
    url: string,
    page: KeptPage,
    headers: Record<string, string>,
    epoch: number,
  ): Promise<void> {
    if (!this.#isStoreCaughtUp || page.until - Date.now() < STORED_FROM_MS || !isCompressible(page)) return
    const body = await compress(page, 'br', () => this.#weighAgain(url, page)).catch(() => null)
    // Compressing takes a moment, and its tags may have been evicted meanwhile.
    if (!body || !this.#isStoreCaughtUp || !this.#isCurrent(page.tags, epoch)) return
    const { status, until, tags } = page
    const stored: StoredPage = { status, until, headers, tags: [...tags], body }
    this.#store?.put(url, stored)
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
    this.#store?.evict(tags)
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
    this.#store?.clear()
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
  let bytes = BYTES_BESIDE + url.length + (body?.length ?? 0)
  for (const { length } of compressed.values()) bytes += length
  return bytes
}
