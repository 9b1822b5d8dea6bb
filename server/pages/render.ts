// Renders a page with React Router, as a guest, and gives it the headers that a page leaves with.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Logger } from '../log.ts'
import { PageCache, sendPage } from './cache.ts'
import { putToSleep } from './sleep.ts'

/** What the build's entry offers beyond React Router's own contract (app/entry.server.tsx). */
export type Build = ServerBuild & {
  entry: { module: { createLoadContext(offered: Offered): RouterContextProvider } }
}

/** See `Resources` in app/context.ts, which this feeds. */
export type Offered = {
  reader: unknown
  site: unknown
  tags: Set<string>
  stayAwake(): void
  refusedForMs: number
}

export type PagesOptions = {
  build: () => Promise<Build>
  offer: () => Promise<Pick<Offered, 'reader' | 'site'>>
  log: Logger
  origin: () => string
  development: boolean
}

/** The pages of the site: everything that is neither the contract nor a file. */
export class Pages {
  readonly cache = new PageCache()
  readonly #options: PagesOptions
  /** Renderings under way, so that a crowd at a cold page costs one. */
  readonly #rendering = new Map<string, Promise<Rendered>>()

  constructor(options: PagesOptions) {
    this.#options = options
  }

  /**
   * Answers `request` with a page: rendered, compressed, and kept when the page may be.
   * @param refusedForMs above 0: the visitor asked too often, and the page is to say how long to wait
   */
  async handle(request: IncomingMessage, response: ServerResponse, refusedForMs = 0): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'content-type': 'text/plain' }).end('Method Not Allowed')
      return
    }
    const url = request.url ?? '/'
    if (NO_TEXT.test(url)) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request')
      return
    }
    if (refusedForMs > 0) {
      sendPage(await this.#render(url, refusedForMs), request, response)
      return
    }
    const known = this.#rendering.get(url)
    const rendering = known ?? this.#render(url)
    if (!known) {
      this.#rendering.set(url, rendering)
      rendering.finally(() => this.#rendering.delete(url)).catch(() => undefined)
    }
    const page = await rendering
    sendPage(page.status >= 500 ? (this.cache.stale(url) ?? page) : page, request, response)
  }

  async #render(url: string, refusedForMs = 0): Promise<Rendered> {
    const epoch = this.cache.epoch
    const tags = new Set<string>()
    let sleeps = !this.#options.development
    const stayAwake = () => {
      sleeps = false
    }
    const build = await this.#options.build()
    const handler = createRequestHandler(build, this.#options.development ? 'development' : 'production')
    const offered = { ...(await this.#options.offer()), tags, stayAwake, refusedForMs }
    const context = build.entry.module.createLoadContext(offered)
    const answer = await handler(new Request(new URL(url, this.#options.origin())), context)
    const body = await readBody(answer, sleeps && tags.size > 0)
    const headers = this.#headers(answer, body)
    if (answer.status >= 500) this.#options.log.error({ url, status: answer.status }, 'page failed')
    if (answer.status === 200 && tags.size > 0 && !this.#options.development && hasKnownSearch(url)) {
      return this.cache.keep(url, { status: answer.status, headers, body, tags }, epoch)
    }
    return {
      status: answer.status,
      headers: { 'cache-control': 'no-store', ...headers },
      body,
      compressed: new Map(),
    }
  }

  #headers(answer: Response, body: Buffer): Record<string, string> {
    const headers: Record<string, string> = { ...Object.fromEntries(answer.headers), vary: 'Accept-Encoding' }
    if (headers['content-type']?.startsWith('text/html')) {
      headers['content-type'] = 'text/html; charset=utf-8'
      if (!this.#options.development)
        headers['content-security-policy'] = contentSecurityPolicy(body.toString())
    }
    return { ...headers, ...SECURITY_HEADERS }
  }
}

/** A character that no database can hold: whichever page is asked, nothing is there. */
const NO_TEXT = /%00/

async function readBody(answer: Response, sleeps: boolean): Promise<Buffer> {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (isPage && sleeps) return Buffer.from(putToSleep(await answer.text()))
  return Buffer.from(await answer.arrayBuffer())
}

/** Parameters that pages understand. Any other would let a stranger fill the cache with copies of one page. */
const KNOWN_SEARCH = new Set([
  ...['page', 'tab', 'show', 'topic', 'sort', 'speciality', 'frame', 'category', '_routes'],
])

function hasKnownSearch(url: string): boolean {
  const search = url.split('?', 2)[1]
  if (!search) return true
  const names = [...new URLSearchParams(search).keys()]
  // A name that comes twice says no more than the first time.
  return new Set(names).size === names.length && names.every((name) => KNOWN_SEARCH.has(name))
}

export type Rendered = Parameters<typeof sendPage>[0]

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/**
 * The policy for one page. A cached page cannot carry a nonce (a reused nonce is no nonce), so the header
 * names the SHA-256 of each inline script that the rendering wrote, and no other inline script runs.
 */
export function contentSecurityPolicy(html: string): string {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || /application\/ld\+json/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return [
    `default-src 'self'`,
    `script-src 'self' ${[...hashes].join(' ')}`.trim(),
    // Category colours are inline custom properties; a style can run nothing.
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
  ].join('; ')
}
