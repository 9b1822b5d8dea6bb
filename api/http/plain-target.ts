// Refuses addresses that two readers could understand differently: a proxy that resolves dot segments, encoded ones too,
// would apply its rules to another path than the router does.
import type { RequestListener } from 'node:http'

/** Dot segments, with encoded dots too. An encoded slash separates nothing: it belongs to the name of a file. */
const AMBIGUOUS = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i

/** The path of a request as it was sent, without its query. */
function pathOf(url: string): string {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

/** Answers 400 before `listener` runs, whose routers all see the same path. */
export function withPlainTarget(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (!AMBIGUOUS.test(pathOf(request.url ?? '/'))) return listener(request, response)
    response
      .writeHead(400, {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      })
      .end('{"code":"PT400","details":null,"hint":null,"message":"The path has dot segments"}')
  }
}
