// Content negotiation: the response format that the caller accepts, and its Content-Type.
import { type Catalog, contentTypeOf, type Handler, type Relation, type Routine } from './catalog.ts'
import { mediaTypeError } from './errors.ts'
import type { Query } from './grammar.ts'

export type Media = {
  /** `raw`: one value of a function, unchanged. `made`: the output of `handler`. */
  form: 'array' | 'object' | 'csv' | 'raw' | 'made'
  stripNulls: boolean
  contentType: string
  /** `raw` and `made` only: the value is bytea, which SQL returns in hexadecimal. */
  bytes?: boolean
  handler?: Handler
  /** The owner's function serves any type, and has to know which one is asked for. */
  isAny?: boolean
}

/** Media type handlers: of these very rows, and of any rows. */
export type Handlers = { own: ReadonlyMap<string, Handler>; any: ReadonlyMap<string, Handler> }

const NONE: ReadonlyMap<string, Handler> = new Map()
const NO_HANDLERS: Handlers = { own: NONE, any: NONE }

/**
 * The handlers for a read of `relation`. Its own handlers take whole rows, so they apply only if all columns are
 * selected.
 */
export function handlersFor(catalog: Catalog, relation: Relation | null, { select }: Query): Handlers {
  const any = catalog.handlers
  const [item, ...more] = select
  const isWhole =
    more.length === 0 && item?.kind === 'field' && item.field.name === '*' && item.aggregate === null
  const rewritten = [...(relation?.columns.values() ?? [])].some((one) => one.representation?.write_json)
  return { own: (isWhole && !rewritten && relation?.handlers) || NONE, any }
}

const JSON_ARRAY: Media = { form: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' }

/**
 * The most preferred available format of the Accept header.
 * @throws RestError PGRST107 when none is available
 */
export function negotiate(accept: string | null, handlers: Handlers = NO_HANDLERS): Media {
  const isUsual = accept === null || accept === '' || accept === '*/*' || accept === 'application/json'
  if (isUsual && handlers.own.size === 0 && handlers.any.size === 0) return JSON_ARRAY
  const wanted = byLiking(accept || '*/*')
  for (const one of wanted) {
    const media = handledBy(one, handlers) ?? mediaOf(one)
    if (media) return media
  }
  throw mediaTypeError(wanted)
}

/** A handler takes precedence over built-in formats, except for PostgREST's own types. */
function handledBy(accepted: string, { own, any }: Handlers): Media | undefined {
  const type = typeOf(accepted)
  if (type.startsWith('application/vnd.pgrst.')) return undefined
  const ofAny = own.get('*/*')
  const handler = ofAny ?? own.get(type) ?? any.get(type)
  if (!handler) return undefined
  const { contentType, bytes } = handler
  return { form: 'made', stripNulls: false, contentType, bytes, handler, isAny: ofAny !== undefined }
}

const typeOf = (accepted: string) => (accepted.split(';', 1)[0] ?? '').trim().toLowerCase()

function byLiking(accept: string): string[] {
  return accept
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ part, quality: Number(/;\s*q=([\d.]+)/.exec(part)?.[1] ?? 1) }))
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ part }) => part.replace(/;\s*q=[\d.]+/, ''))
}

/**
 * The format of a function's result. A scalar may be returned raw: bytes as application/octet-stream, text as
 * text/plain; a function that returns a domain named after a media type produces that type only.
 * @throws RestError PGRST107
 */
export function negotiateCall(
  { set, kind, bytes, media }: Routine['returns'],
  accept: string | null,
  handlers: Handlers,
): Media {
  if (set || kind !== 'scalar') return negotiate(accept, handlers)
  const wanted = byLiking(accept || '*/*')
  const raw = (contentType: string): Media => ({ form: 'raw', stripNulls: false, contentType, bytes })
  const types = wanted.map(typeOf)
  if (media !== null) {
    const any = media === '*/*'
    if (!types.includes('*/*') && !types.includes(media.toLowerCase()) && !any) throw mediaTypeError(wanted)
    return { ...raw(contentTypeOf(media.toLowerCase())), isAny: any }
  }
  for (const type of types) {
    if (type === 'application/octet-stream' && bytes) return raw(type)
    if (type === 'text/plain' && !bytes) return raw('text/plain; charset=utf-8')
    if (mediaOf(type) || handlers.any.has(type)) break
  }
  return negotiate(accept, handlers)
}

/** An accepted media type without its character set, as in a plan's `for`. */
export function plainType(accepted: string): string {
  return mediaOf(accepted)?.contentType.replace('; charset=utf-8', '') ?? accepted
}

function mediaOf(accepted: string): Media | undefined {
  const [type = '', ...parameters] = accepted.split(';').map((part) => part.trim().toLowerCase())
  const stripNulls = parameters.includes('nulls=stripped')
  const suffix = stripNulls ? ';nulls=stripped' : ''
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return JSON_ARRAY
    case 'application/vnd.pgrst.object':
    case 'application/vnd.pgrst.object+json':
      return {
        form: 'object',
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${suffix}; charset=utf-8`,
      }
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripNulls
        ? {
            form: 'array',
            stripNulls,
            contentType: `application/vnd.pgrst.array+json${suffix}; charset=utf-8`,
          }
        : JSON_ARRAY
    case 'text/csv':
      return { form: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
    default:
      return undefined
  }
}
