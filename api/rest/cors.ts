// OPTIONS: answers preflights of browsers, and lists the methods of a target. Any origin may read responses: access
// depends on the key and token, never on a cookie.
import type { Catalog } from './catalog.ts'
import { RestError, tableError } from './errors.ts'
import type { RestRequest } from './request.ts'

export const CORS_EXPOSED =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit'

/** Headers that a browser may always send; listed because some proxies require them. */
const SIMPLE = ['Accept', 'Accept-Language', 'Content-Language']

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

/** Lists a target's methods in Allow. @throws RestError PGRST205 or 202 when there is no such target */
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
