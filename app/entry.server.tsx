// Renders a whole page before a byte leaves: guests' pages are cached, and their header names the hashes of
// the inline scripts, which are known only at the end.
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
import { type FillPart, FillPartContext, type Texts } from '#app/ui/kept.tsx'

export { createLoadContext } from '#app/context.ts'

const MOST_LOOKS = 1_000
/** The HTML of each look in pieces: at the odd places are the names of the texts that stand there. */
const looks = new LRUCache<string, string[]>({ max: MOST_LOOKS })
/** Nobody can write a text that looks like a mark. As a path it stays as it is in an address too. */
const MARK = `/~${randomUUID()}`
const MARKS = new RegExp(`${MARK}-(\\w+)~`)

/**
 * Renders a part outside of the page, so that nothing of the visitor who asks for the page can come into what is kept:
 * there is neither their address nor anything else of their request.
 */
export const fillPart: FillPart = (look, at, texts, render) => {
  const key = JSON.stringify(look)
  let pieces = looks.get(key)
  if (!pieces) {
    const marks: Texts = Object.fromEntries(Object.keys(texts).map((name) => [name, `${MARK}-${name}~`]))
    pieces = renderToString(<StaticRouter location={at}>{render(marks)}</StaticRouter>).split(MARKS)
    looks.set(key, pieces)
  }
  let html = pieces[0] ?? ''
  for (let place = 1; place < pieces.length; place += 2) {
    const name = pieces[place] ?? ''
    const text = texts[name] ?? ''
    html += (name === 'html' ? text : escapeHtml(text)) + pieces[place + 1]
  }
  return html
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** As React writes a text or the value of an attribute. */
function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign) : text
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, reportError, keepHtml } = context.get(resources)
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const page = (
      <Nonce value={nonce}>
        <RequestId value={requestId}>
          <FillPartContext value={fillPart}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </FillPartContext>
        </RequestId>
      </Nonce>
    )
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8')
        const chunks: Uint8Array[] = []
        const body = new Writable({
          // Everything is ready: React need not pause.
          highWaterMark: Number.MAX_SAFE_INTEGER,
          write(chunk: Uint8Array, _encoding, done) {
            chunks.push(chunk)
            done()
          },
          final(done) {
            keepHtml(Buffer.concat(chunks))
            resolve(new Response(null, { status: finalStatus, headers }))
            done()
          },
        })
        pipe(body)
      },
      onShellError: reject,
      // Also within a Suspense boundary, where React sends the fallback and says nothing of it.
      onError(error) {
        finalStatus = 500
        reportError(error)
      },
    })
  })
}

/** What a loader threw. React Router would print it by itself, past the log. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  // The visitor went away, or an address leads nowhere: any outsider can ask for one.
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal) context.get(resources).reportError(error)
}
