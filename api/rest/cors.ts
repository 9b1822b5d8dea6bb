// OPTIONS: to a browser before it asks from another site, and to anybody who wants to know what may be done.
// Any site may read the answers: what they hold is decided by the key and token, never by a cookie.
import type { Catalog } from './catalog.ts'
import { RestError, tableError } from './errors.ts'
import type { RestRequest } from './request.ts'

export const CORS_EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit'

/** What a browser may always send; named because some proxies ask for it. */
const SIMPLE = ['Accept', 'Accept-Language', 'Content-Language']

/** The answer to a browser's preflight, or null when the request is none. */
export function preflightResponse(request: Request): Response | null {
  const { headers } = request
  if (
    request.method !== 'OPTIONS' ||
    !headers.has('origin') ||
    !headers.has('access-control-request-method')
  ) {
    return null
  }
  const asked = headers.get('access-control-request-headers')
  const allowed = ['Authorization', ...(asked ? asked.split(',').map((name) => name.trim()) : []), ...SIMPLE]
  return new Response(null, {
    status: 200,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD',
      'access-control-allow-headers': allowed.join(', '),
      'access-control-max-age': '86400',
      'content-length': '0',
    },
  })
}

/**
 * Says by Allow which methods a target takes.
 * @throws RestError PGRST205 or 202 when there is no such target
 */
export function infoResponse(catalog: Catalog, { target, schema }: RestRequest): Response {
  return new Response(null, {
    status: 200,
    headers: {
      allow: allowed(catalog, schema, target),
      'access-control-allow-origin': '*',
      'content-length': '0',
    },
  })
}

function allowed(catalog: Catalog, schema: string, target: RestRequest['target']): string {
  if (target.kind === 'root') return 'OPTIONS,GET,HEAD'
  if (target.kind === 'routine') {
    const [routine] = catalog.routines(schema, target.name)
    if (!routine) {
      throw new RestError(
        404,
        'PGRST202',
        `Could not find the function ${schema}.${target.name} in the schema cache`,
      )
    }
    return routine.volatility === 'volatile' ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
  }
  const relation = catalog.relation(schema, target.name)
  if (!relation) throw tableError(schema, target.name, null)
  const { insertable, updatable, deletable, primaryKey } = relation
  return [
    'OPTIONS,GET,HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ].join(',')
}
