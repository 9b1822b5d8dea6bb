// Renders a whole page before a byte leaves: guests' pages are cached, and their header names the hashes of
// the inline scripts, which are known only at the end.
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { resources } from '#app/context.ts'
import { Nonce, RequestId } from '#app/shell/root-attributes.ts'

export { createLoadContext } from '#app/context.ts'

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
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
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
