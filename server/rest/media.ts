// Which form of answer a caller accepts, and what the answer then calls itself.
import type { Routine } from './catalog.ts'
import { mediaTypeError } from './errors.ts'

export type Media = {
  form: 'array' | 'object' | 'csv' | 'raw'
  stripNulls: boolean
  contentType: string
  /** `raw` only: the value is bytes and comes from SQL in hexadecimal. */
  bytes?: boolean
}

const JSON_ARRAY: Media = { form: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' }

/**
 * The first form of the Accept header, in the caller's order of liking, that there is.
 * @throws RestError PGRST107 when there is none
 */
export function negotiate(accept: string | null): Media {
  if (accept === null || accept === '' || accept === '*/*' || accept === 'application/json') return JSON_ARRAY
  const wanted = byLiking(accept)
  for (const one of wanted) {
    const media = mediaOf(one)
    if (media) return media
  }
  throw mediaTypeError(wanted)
}

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
 * The form of a function's answer. One value may be had as it is: bytes as application/octet-stream, text as
 * text/plain; a function that returns a domain named like a media type gives that type, and no other.
 * @throws RestError PGRST107
 */
export function negotiateCall({ set, kind, bytes, media }: Routine['returns'], accept: string | null): Media {
  if (set || kind !== 'scalar') return negotiate(accept)
  const wanted = byLiking(accept || '*/*')
  const raw = (contentType: string): Media => ({ form: 'raw', stripNulls: false, contentType, bytes })
  const types = wanted.map((one) => (one.split(';', 1)[0] ?? '').trim().toLowerCase())
  if (media !== null) {
    const any = media === '*/*'
    if (!types.includes('*/*') && !types.includes(media.toLowerCase()) && !any) throw mediaTypeError(wanted)
    return raw(any ? 'application/octet-stream' : media)
  }
  for (const type of types) {
    if (type === 'application/octet-stream' && bytes) return raw(type)
    if (type === 'text/plain' && !bytes) return raw('text/plain; charset=utf-8')
    if (mediaOf(type)) break
  }
  return negotiate(accept)
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
        ...{ form: 'object', stripNulls },
        contentType: `application/vnd.pgrst.object+json${suffix}; charset=utf-8`,
      }
    case 'application/vnd.pgrst.array':
    case 'application/vnd.pgrst.array+json':
      return stripNulls
        ? {
            ...{ form: 'array', stripNulls },
            contentType: `application/vnd.pgrst.array+json${suffix}; charset=utf-8`,
          }
        : JSON_ARRAY
    case 'text/csv':
      return { form: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
    default:
      return undefined
  }
}
