// Documents besides pages: feeds, calendars, sitemap, robots.txt, manifest, offline page, images for sharing. Cached with the
// pages under the same tags.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { takesGzip } from '../../../api/http/accept.ts'
import { type Limits, retryAfter } from '../../../api/limits/limits.ts'
import type { Logger } from '../../../api/log.ts'
import { guest } from '../../../api/viewer.ts'
import { inLanguage, languageOfPath, OFFERED, withoutLanguage } from '../../../shared/languages.ts'
import { type SiteInfo, siteIn } from '../../../shared/site.ts'
import { socialImagePath } from '../../../shared/social.ts'
import type { PageCache } from '../cache.ts'
import { type Page, redirectTo, sendPage } from '../send.ts'
import { SocialImages } from '../social/social.ts'
import { pollCalendarAt } from './calendar.ts'
import type { Document, GuestReader, Moved } from './document.ts'
import { feedAt } from './feeds.ts'
import { manifest, offlinePage, robots, securityText } from './site-files.ts'
import { isPart, type PartName, sitemapIndex, sitemapOfNews, sitemapOfPages, sitemapPart } from './sitemap.ts'

type Maker = (
  reader: GuestReader,
  site: SiteInfo,
  securityContact: string | null,
) => Promise<Document | Moved | null> | Document

const DOCUMENTS = new Map<string, Maker>([
  ['/robots.txt', (_, site) => robots(site)],
  ['/manifest.webmanifest', (_, site) => manifest(site)],
  ['/.well-known/security.txt', (_, site, contact) => securityText(site, contact)],
  ...OFFERED.map((language): [string, Maker] => [
    inLanguage(language, '/offline.html'),
    (_, site) => offlinePage(site, language),
  ]),
  ['/sitemap.xml', sitemapIndex],
  ['/sitemaps/pages.xml', sitemapOfPages],
  ['/sitemaps/news.xml', sitemapOfNews],
])
const PICTURE = /^\/social(\/[A-Za-z0-9_./%-]{1,700})\.png$/
const PART = /^\/sitemaps\/(threads|members)-(\d{1,6})-(\d{1,6})\.xml$/

/** How long a document is kept if nothing evicts it: feeds have counters, and pictures too. */
const LASTS_MS = 60_000
/** Sitemap parts generated concurrently: crawlers can wait. */
const PARTS_AT_ONCE = 2
const PART_RETRY_SECONDS = '10'
/** A slower client would block the others. */
const partDeadlineOfAMinute = () => AbortSignal.timeout(60_000)

export type DocumentsOptions = {
  cache: PageCache
  reader: GuestReader
  /** The settings, after pending changes were read. */
  site: () => Promise<SiteInfo>
  /** Where to report a vulnerability (SECURITY_CONTACT); null: the contact page. */
  securityContact: string | null
  limits: Limits
  log: Logger
  /** Ends a sitemap part that is read too slowly; by default after a minute. */
  partDeadline?: () => AbortSignal
}

export class Documents {
  readonly #options: DocumentsOptions
  readonly #making = new Map<string, Promise<Page | null>>()
  readonly #pictures = new SocialImages()
  #parts = 0

  constructor(options: DocumentsOptions) {
    this.#options = options
  }

  /** Whether `path` may be a document. */
  isDocument(path: string): boolean {
    return isPicture(path) || PART.test(path) || DOCUMENTS.has(path) || found(path) !== null
  }

  /** Whether there are few such documents, or their number at a time is bounded here: not pictures and feeds. */
  isBounded(path: string): boolean {
    return DOCUMENTS.has(path) || PART.test(path)
  }

  /** Serves a document. @returns false when there is none at `path` */
  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const part = PART.exec(path)
    if (part) return this.#answerPart(partName(part), request, response)
    const make = this.#maker(path)
    if (!make) return false
    const making = this.#making.get(path)
    if (!making && isPicture(path) && (await this.#refuse(request, response))) return true
    const page = await (making ?? this.#make(path, make))
    if (!page) return false
    sendPage(page, request, response)
    return true
  }

  /** The generator of the document at `path`, or null. */
  #maker(path: string): (() => Promise<Document | Moved | null>) | null {
    const { reader, site, securityContact } = this.#options
    const language = languageOfPath(path)
    const plain = withoutLanguage(path)
    const [, page] = PICTURE.exec(plain) ?? []
    // A page without its own image uses the site's, which has one URL in each language.
    if (page && socialImagePath(page) !== plain) return null
    if (page)
      return async () => this.#pictures.document(reader, siteIn(language, await site()), page, language)
    const make = DOCUMENTS.get(path) ?? found(path)
    return make && (async () => make(reader, await site(), securityContact))
  }

  /** Drawing is expensive, so it is rate limited. */
  async #refuse(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { limits } = this.#options
    const wait = await limits.render(guest(limits.clientAddress(request)))
    if (wait === 0) return false
    response.writeHead(429, { 'retry-after': retryAfter(wait), 'content-type': 'text/plain' })
    response.end('Too many pictures at once; come back in a moment.')
    return true
  }

  #make(path: string, make: () => Promise<Document | Moved | null>): Promise<Page | null> {
    const { cache } = this.#options
    const epoch = cache.epoch
    const making = make().then((document) => {
      if (!document) return null
      if ('location' in document) return redirectTo(document.location)
      return cache.keep(
        path,
        {
          status: 200,
          headers: {
            'content-type': document.type,
            vary: 'Accept-Encoding',
          },
          body: Buffer.from(document.body),
          tags: new Set(document.tags),
          until: Date.now() + LASTS_MS,
        },
        epoch,
      )
    })
    this.#making.set(path, making)
    making.finally(() => this.#making.delete(path)).catch(() => undefined)
    return making
  }

  async #answerPart(name: PartName, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { reader, site, log, partDeadline = partDeadlineOfAMinute } = this.#options
    if (this.#parts >= PARTS_AT_ONCE) {
      response.writeHead(503, { 'retry-after': PART_RETRY_SECONDS, 'content-type': 'text/plain' })
      response.end('Too many at once; come back in a moment.')
      return true
    }
    this.#parts += 1
    try {
      if (!(await isPart(reader, name))) return false
      const zipped = takesGzip(request.headers['accept-encoding'])
      response.writeHead(200, {
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        vary: 'Accept-Encoding',
        ...(zipped ? { 'content-encoding': 'gzip' } : {}),
      })
      if (request.method === 'HEAD') {
        response.end()
        return true
      }
      const source = Readable.from(sitemapPart(reader, await site(), name))
      const within = { signal: partDeadline() }
      await (zipped
        ? pipeline(source, createGzip(), response, within)
        : pipeline(source, response, within)
      ).catch((error: NodeJS.ErrnoException) => {
        // The client disconnected, or read too slowly.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'ABORT_ERR')
          log.error({ err: error }, 'sitemap.failed')
      })
      return true
    } finally {
      this.#parts -= 1
    }
  }
}

/** Whether a picture for a shared link may be at `path`, in any language. */
const isPicture = (path: string) => PICTURE.test(withoutLanguage(path))

/** A document of a page that exists or not. */
function found(path: string) {
  return feedAt(path) ?? pollCalendarAt(path)
}

function partName([, kind, parts, part]: RegExpExecArray): PartName {
  return { kind: kind === 'threads' ? 'threads' : 'members', parts: Number(parts), part: Number(part) }
}
