// Refuses addresses that two readers could understand differently: a proxy that resolves dot segments, encoded ones too,
// would apply its rules to another path than the router does, and one that cannot be decoded has no meaning.
import type { RequestListener } from 'node:http'

/** Dot segments, with encoded dots too. An encoded slash separates nothing: it belongs to the name of a file. */
const AMBIGUOUS = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i

/** The path of a request as it was sent, without its query. */
function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

/** Why a path is refused; null: it is not. */
function faultOf(path: string): string | null {
  if (AMBIGUOUS.test(path)) return 'The path has dot segments'
  if (!path.includes('%')) return null
  try {
    decodeURIComponent(path)
    return null
  } catch {
    return 'The path cannot be decoded'
  }
}

/** Answers 400 before `listener` runs, whose routers all see the same path. */
export function withPlainTarget(listener: RequestListener): RequestListener {
  return (request, response) => {
    const fault = faultOf(pathOf(request.url ?? '/'))
    if (fault === null) return listener(request, response)
    response
      .writeHead(400, {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      })
      .end(JSON.stringify({ code: 'PT400', details: null, hint: null, message: fault }))
  }
}
