// Pictures at other sizes that were made not long ago. A version never changes, so neither does what is made of it.
import { LRUCache } from 'lru-cache'

const BYTES = 16 * 1024 * 1024

type Rendering = { bytes: Buffer; mimetype: string }
export type RenditionCache = LRUCache<string, Rendering>

/** Keeps the last ones asked for, 16 MiB of them. */
export function createRenderings(limit = BYTES): RenditionCache {
  return new LRUCache({ maxSize: limit, sizeCalculation: ({ bytes }) => bytes.length })
}
