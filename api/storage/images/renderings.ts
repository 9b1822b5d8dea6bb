// Cache of recently resized images. A version never changes, so entries never expire.
import { LRUCache } from 'lru-cache'

const BYTES = 16 * 1024 * 1024

type Rendering = { bytes: Buffer; mimetype: string }
export type RenditionCache = LRUCache<string, Rendering>

/** Keeps the most recently used ones, up to 16 MiB. */
export function createRenderings(limit = BYTES): RenditionCache {
  return new LRUCache({ maxSize: limit, sizeCalculation: ({ bytes }) => bytes.length })
}
