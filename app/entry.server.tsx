// Renders a whole page before sending it: guests' pages are cached, and the response header has the hashes of the
// inline scripts, which are known only at the end.
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
  StaticRouter,
} from 'react-router'
import { resources } from '#app/context.ts'
import { Nonce, RequestId } from '#app/shell/root-attributes.ts'
import { OnClockChange } from '#app/ui/clock.tsx'
import { type FillPart, FillPartContext, type Texts } from '#app/ui/kept.tsx'
import { escapeHtml } from '#shared/escape-html.ts'
import { inLanguage } from '#shared/languages.ts'
import { LANGUAGE } from '#words/language.ts'

/** The one that belongs to the pages: the server has no other React Router. */
export { createRequestHandler } from 'react-router'
export { createLoadContext } from '#app/context.ts'
export { renderOwnPart } from '#app/routes/own-part.tsx'

const MOST_LOOKS = 1_000
/** The HTML of each look in pieces; the pieces at odd positions are the names of the texts to insert. */
const looks = new LRUCache<string, string[]>({ max: MOST_LOOKS })
/** Placeholder that no user text can contain. It starts like a path, so that it is unchanged in addresses too. */
const MARK = `/~${randomUUID()}`
// Bounded: a fixed mark and one run of letters.
const MARKS = new RegExp(`${MARK}-(\\w+)~`)

/**
 * Renders a part outside of the page. It has no access to the request, so nothing personal can reach the stored HTML.
 */
export const fillPart: FillPart = (look, at, texts, render) => {
  const key = JSON.stringify(look)
  let pieces = looks.get(key)
  if (!pieces) {
    const marks: Texts = Object.fromEntries(Object.keys(texts).map((name) => [name, `${MARK}-${name}~`]))
    const page = (
      <StaticRouter basename={inLanguage(LANGUAGE, '/')} location={inLanguage(LANGUAGE, at)}>
        {render(marks)}
      </StaticRouter>
    )
    pieces = renderToString(page).split(MARKS)
    looks.set(key, pieces)
  }
  let html = pieces[0] ?? ''
  for (let place = 1; place < pieces.length; place += 2) {
    const name = pieces[place] ?? ''
    const text = texts[name] ?? ''
    html += (name === 'html' || name === 'links' ? text : escapeHtml(text)) + pieces[place + 1]
  }
  return html
}

/**
 * Collects what React writes. The queue of a stream would copy each text once more, and React does not need to pause,
 * because all data are loaded.
 */
class Collector extends Writable {
  readonly #chunks: (string | Uint8Array)[] = []
  readonly #onEnd: (html: Buffer) => void

  constructor(onEnd: (html: Buffer) => void) {
    super()
    this.#onEnd = onEnd
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#chunks.push(chunk)
    return true
  }

  override end(): this {
    let length = 0
    for (const chunk of this.#chunks) length += Buffer.byteLength(chunk)
    const html = Buffer.allocUnsafeSlow(length)
    let at = 0
    for (const chunk of this.#chunks) {
      if (typeof chunk === 'string') at += html.write(chunk, at)
      else {
        html.set(chunk, at)
        at += chunk.length
      }
    }
    this.#onEnd(html)
    return this
  }
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, onClockChange, reportError, keepHtml } = context.get(resources)
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const page = (
      <Nonce value={nonce}>
        <RequestId value={requestId}>
          <OnClockChange value={onClockChange}>
            <FillPartContext value={fillPart}>
              <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
            </FillPartContext>
          </OnClockChange>
        </RequestId>
      </Nonce>
    )
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Otherwise React moves boundaries to the end of a long page, where only a script can put them back.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8')
        const body = new Collector((html) => {
          keepHtml(html)
          resolve(new Response(null, { status: finalStatus, headers }))
        })
        pipe(body)
      },
      onShellError: reject,
      // Also called for errors within a Suspense boundary, where React renders the fallback without throwing.
      onError(error) {
        finalStatus = 500
        reportError(error)
      },
    })
  })
}

/** Errors of loaders. React Router would print them to the console instead of the log. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  // The visitor disconnected, or the address does not exist: outsiders can cause both, so neither is logged.
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal) context.get(resources).reportError(error)
}
