// What a client takes, by its Accept and Accept-Encoding. (Formats of /rest/v1 have parameters: rest/media.ts.)
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip'

const BEST_FIRST: readonly Encoding[] = ['br', 'gzip']

/** Browsers send few spellings, and parsing one takes as long as a tenth of an answer from the cache. */
const parsed = new LRUCache<string, Encoding | 'identity'>({
  max: 100,
  memoMethod: (accept) => negotiate(accept, BEST_FIRST) ?? 'identity',
})

/** The best encoding that an Accept-Encoding takes: Brotli, else gzip, else null. */
export function preferredEncoding(accept: string | string[] | undefined): Encoding | null {
  const encoding = parsed.memo(String(accept ?? ''))
  return encoding === 'identity' ? null : encoding
}

/** Whether an Accept-Encoding takes gzip. */
export function takesGzip(accept: string | string[] | undefined): boolean {
  return negotiate(String(accept ?? ''), ['gzip']) === 'gzip'
}

/** Whether an Accept header names `type` itself: what takes any type, as curl and scripts do, asks for none. */
export function namesType(accept: string | null | undefined, type: string): boolean {
  return new Negotiator({ headers: { accept: accept ?? '' } }).mediaTypes().includes(type)
}

/** The first of `available` that is taken, whatever the client likes better: ours cost the least to send. */
function negotiate(accept: string, available: readonly Encoding[]): Encoding | undefined {
  const taken = new Negotiator({ headers: { 'accept-encoding': accept } }).encodings(available)
  return available.find((encoding) => taken.includes(encoding))
}
