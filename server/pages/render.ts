// Renders a page with React Router, as a guest, and sets its headers.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  CreateRequestHandlerFunction,
  RequestHandler,
  RouterContextProvider,
  ServerBuild,
} from 'react-router'
import { randomToken } from '../../api/crypto.ts'
import { isUnavailable } from '../../api/database/session-refusal.ts'
import type { Logger } from '../../api/log.ts'
import { currentRequestId } from '../../api/observability/request-id.ts'
import { Clock } from '../../shared/clock.ts'
import { inLanguage, type Language, languageOfPath, withoutLanguage } from '../../shared/languages.ts'
import { ownSearch } from '../../shared/page-search.ts'
import { canonicalAddress } from './address.ts'
import { type Edge, PageCache } from './cache.ts'
import { deferHydration } from './defer-hydration.ts'
import type { Moved } from './moved.ts'
import { contentSecurityPolicy, takeNonce } from './policy.ts'
import { type Page, redirectTo, sendPage } from './send.ts'

/** The build's entry, with its exports beyond React Router's contract (app/entry.server.tsx). */
export type Build = ServerBuild & {
  entry: {
    module: {
      createLoadContext(offered: LoadContextInput): RouterContextProvider
      createRequestHandler: CreateRequestHandlerFunction
      /** app/routes/own-part.tsx */
      renderOwnPart(asked: OwnPartInput): Promise<string>
    }
  }
}

type OwnPartInput = { page: string; width: number; reader: unknown; userId: string; renderedAt: number }

/** Input of `Resources` in app/context.ts. */
type LoadContextInput = {
  reader: unknown
  site: unknown
  tags: Set<string>
  hydrateEagerly(): void
  declareSearch(search: string): void
  renderedAt: number
  clock: Clock
  lasts(milliseconds: number): void
  onClockChange(at: number): void
  nonce: string
  requestId: string
  rendersHtml: boolean
  keepHtml(html: Buffer): void
  reportError(error: unknown): void
}

export type PagesOptions = {
  /** The languages that have a build. */
  languages: readonly Language[]
  build: (language: Language) => Promise<Build>
  offer: (language: Language) => Promise<Pick<LoadContextInput, 'reader' | 'site'>>
  log: Logger
  /** Where a page of another forum is now (moved.ts). */
  moved: (path: string) => Promise<Moved | null>
  origin: () => string
  /** A cache beyond this process; null: none. */
  edge: Edge | null
  development: boolean
}

/** How long a page is kept whose loader does not say that everything on it has a tag. */
const LASTS_MS = 60_000

/** The rendering that a read belongs to. */
const current = new AsyncLocalStorage<{ isAway: boolean }>()

/**
 * Notes that a read of the current rendering was refused because the database is away. The page is 503 then, whatever
 * its loader makes of it: an error shown in a list, or something that it takes for not found.
 */
export function noteUnavailable(): void {
  const rendering = current.getStore()
  if (rendering) rendering.isAway = true
}

/** The site's pages: everything that is neither the API nor a file. */
export class Pages {
  readonly cache: PageCache
  readonly #options: PagesOptions
  /** Running renderings, shared by concurrent requests for the same page. */
  readonly #rendering = new Map<string, Promise<Page>>()
  #words: ReadonlySet<string> | null = null
  readonly #handlers = new WeakMap<Build, RequestHandler>()

  constructor(options: PagesOptions) {
    this.#options = options
    this.cache = new PageCache({ edge: options.edge })
    // Whether it succeeds is in the log; the late page is kept for as long as it may be.
    this.cache.renderLateWith((url) => void this.#renderOnce(url).catch(() => undefined))
  }

  /** The canonical URL of `request`. @returns null when no page can be meant */
  async canonical(request: IncomingMessage): Promise<string | null> {
    const { build, languages } = this.#options
    const { routes } = await build('en')
    this.#words ??= new Set(Object.values(routes).flatMap((route) => firstWord(route?.path)))
    return canonicalAddress(request.url ?? '/', this.#words, languages)
  }

  /**
   * Serves a page: rendered, compressed, and cached if allowed.
   * @param url its canonical URL
   */
  async handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = await this.#renderOnce(url).catch((error: unknown) => {
      const stale = isUnavailable(error) ? this.cache.stale(url) : null
      if (!stale) throw error
      return stale
    })
    sendPage(page.status >= 500 ? (this.cache.stale(url) ?? page) : page, request, response)
  }

  /** Leads to the page at `url`, or where that leads itself. */
  async leadTo(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = await this.#renderOnce(url)
    sendPage(page.status >= 300 && page.status < 400 ? page : redirectTo(url), request, response)
  }

  /** Whether a request for `url` would wait for a rendering that runs, and cost none. */
  isRendering(url: string): boolean {
    return this.#rendering.has(url)
  }

  #renderOnce(url: string): Promise<Page> {
    const known = this.#rendering.get(url)
    if (known) return known
    const rendering = this.#render(url)
    this.#rendering.set(url, rendering)
    rendering.finally(() => this.#rendering.delete(url)).catch(() => undefined)
    return rendering
  }

  /** Deriving the tree of routes takes longer than matching it, so a build's handler is kept. */
  #handlerOf(build: Build): RequestHandler {
    const known = this.#handlers.get(build)
    if (known) return known
    const { development } = this.#options
    const handler = build.entry.module.createRequestHandler(build, development ? 'development' : 'production')
    this.#handlers.set(build, handler)
    return handler
  }

  async #render(url: string): Promise<Page> {
    const { development, log, origin } = this.#options
    const epoch = this.cache.epoch
    const tags = new Set<string>()
    const nonce = randomToken(16)
    let sleeps = !development
    const read = { isAway: false }
    let search = ''
    const renderedAt = Date.now()
    let lastsMs = LASTS_MS
    let changesAt = Number.POSITIVE_INFINITY
    const onClockChange = (at: number) => {
      if (at < changesAt) changesAt = at
    }
    let html: Buffer | null = null
    const language = languageOfPath(split(url).path)
    const build = await this.#options.build(language)
    const handler = this.#handlerOf(build)
    const context = build.entry.module.createLoadContext({
      ...(await this.#options.offer(language)),
      tags,
      hydrateEagerly: () => {
        sleeps = false
      },
      declareSearch: (declared) => {
        search = declared
      },
      renderedAt,
      clock: new Clock(renderedAt, onClockChange),
      lasts: (milliseconds) => {
        lastsMs = milliseconds
      },
      onClockChange,
      nonce,
      // Of the first, where several requests wait for one rendering: its log lines have it too.
      requestId: currentRequestId() ?? '',
      rendersHtml: !split(url).path.endsWith('.data'),
      keepHtml: (rendered) => {
        html = rendered
      },
      reportError: (error) => {
        read.isAway ||= isUnavailable(error)
        // Requests during an outage would fill the log; the heartbeat logs it once, as an error.
        log[isUnavailable(error) ? 'warn' : 'error'](
          { err: error, path: split(url).path },
          'page.render_error',
        )
      },
    })
    const answer = await current.run(read, () => handler(new Request(new URL(url, origin())), context))
    const isRedirect = answer.status >= 300 && answer.status < 400
    const status = read.isAway && !isRedirect ? 503 : answer.status
    if (status >= 500)
      log[read.isAway ? 'warn' : 'error']({ path: split(url).path, status }, 'page.render_failed')
    const until = Math.min(changesAt, renderedAt + lastsMs)
    const moved = status === 404 ? await this.#options.moved(withoutLanguage(split(url).path)) : null
    if (moved) {
      const redirect = redirectTo(inLanguage(language, moved.to))
      const { status, headers } = redirect
      const page = { status, headers, body: Buffer.alloc(0), tags: moved.tags, until }
      return split(url).search === '' ? this.cache.keep(url, page, epoch) : redirect
    }
    const isReading = status === 200 && tags.size > 0 && !development
    const spelling = isReading ? spellingOf(url, search) : 'plain'
    if (spelling === 'other') return redirectTo(split(url).path + ownSearch(search))
    const { body, headers } = await this.#read(answer, html, { nonce, sleeps: sleeps && tags.size > 0 })
    if (isReading && spelling === 'plain') {
      return this.cache.keep(url, { status, headers, body, tags, until }, epoch, true)
    }
    return {
      status,
      headers: { 'cache-control': 'no-store', ...headers },
      body,
      compressed: new Map(),
    }
  }

  /**
   * The response body, and its headers.
   * @param rendered the page, unless `answer` is something else (data, a redirect)
   */
  async #read(
    answer: Response,
    rendered: Buffer | null,
    { nonce, sleeps }: { nonce: string; sleeps: boolean },
  ): Promise<{ body: Buffer; headers: Record<string, string> }> {
    const headers = { ...Object.fromEntries(answer.headers), vary: 'Accept-Encoding', ...DOCUMENT_HEADERS }
    if (!rendered) return { body: Buffer.from(await answer.arrayBuffer()), headers }
    const [before, main, after] = aroundMain(rendered)
    const { html: head, hashes } = takeNonce(before, nonce)
    const end = takeNonce(after, nonce)
    const sent = (html: string) => Buffer.from(sleeps ? deferHydration(html) : html, 'latin1')
    return {
      body: Buffer.concat([sent(head), main, sent(end.html)]),
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        link: preloadStyles(head),
        ...(this.#options.development
          ? {}
          : { 'content-security-policy': contentSecurityPolicy([...hashes, ...end.hashes]) }),
      },
    }
  }
}

/**
 * What a page writes itself: the parts before and after <main>, a character for each byte, since decoding UTF-8 would
 * cost more than the search; and <main>, which is most of the page and has none of its inline scripts.
 */
function aroundMain(html: Buffer): [string, Buffer, string] {
  const from = html.indexOf('<main ')
  const to = html.lastIndexOf('</main>')
  if (from < 0 || to < from) return [html.toString('latin1'), Buffer.alloc(0), '']
  return [html.toString('latin1', 0, from), html.subarray(from, to), html.toString('latin1', to)]
}

/** A browser asks for the style sheets before it reads the page, and a proxy may send the header ahead of it (103). */
function preloadStyles(html: string): string {
  const sheets = html.slice(0, html.indexOf('</head>')).matchAll(/<link rel="stylesheet" href="([^"#]+)/g)
  return Array.from(sheets, ([, href]) => `<${href}>; rel=preload; as=style`).join(', ')
}

const DOCUMENT_HEADERS = { 'cross-origin-opener-policy': 'same-origin' }

/** The literal first segment of a route's path; none if it is a parameter. */
function firstWord(path: string | undefined): string[] {
  const [word = ''] = path?.split('/') ?? []
  return /^[a-z-]+$/.test(word) ? [word] : []
}

/**
 * Compares `url` with the search that its route declared, `search`.
 * - plain: equal, as links have it
 * - passing: with visitor-specific parameters, or data parameters in another order: valid, but not cached
 * - other: another spelling, or meaningless parameters
 */
function spellingOf(url: string, search: string): 'plain' | 'passing' | 'other' {
  const { path, search: given } = split(url)
  const isPlain = given === ownSearch(given)
  if (!path.endsWith('.data')) {
    if (ownSearch(given) !== ownSearch(search)) return 'other'
    return isPlain ? 'plain' : 'passing'
  }
  const expected = new URLSearchParams(search)
  const routes = new URLSearchParams(given).get('_routes')
  // The data of a single route; other combinations are not cached.
  if (routes !== null && /^[\w/-]+$/.test(routes)) expected.set('_routes', routes)
  return isPlain && given === (expected.size > 0 ? `?${expected}` : '') ? 'plain' : 'passing'
}

/** @returns `search` with its '?', or '' */
function split(url: string): { path: string; search: string } {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark) }
}
