// Renders a whole page before a byte leaves: guests' pages are cached, and their header names the hashes of
// the inline scripts, which are known only at the end.

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export { createLoadContext } from './context.ts'

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let finalStatus = status
    const { pipe } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough()
        pipe(body)
        headers.set('content-type', 'text/html; charset=utf-8')
        text(body).then((html) => resolve(new Response(html, { status: finalStatus, headers })), reject)
      },
      onShellError: reject,
      onError() {
        finalStatus = 500
      },
    })
  })
}
