// Pictures at other sizes that were made not long ago. A version never changes, so neither does what is made of it.

const BYTES = 16 * 1024 * 1024

export type Rendering = { bytes: Buffer; mimetype: string }
export type Renderings = { get(key: string): Rendering | null; keep(key: string, rendering: Rendering): void }

/** Keeps the last ones asked for, 16 MiB of them. */
export function createRenderings(limit = BYTES): Renderings {
  const kept = new Map<string, Rendering>()
  let size = 0
  return {
    get: (key) => {
      const found = kept.get(key)
      if (!found) return null
      kept.delete(key)
      kept.set(key, found)
      return found
    },
    keep: (key, rendering) => {
      size += rendering.bytes.length - (kept.get(key)?.bytes.length ?? 0)
      kept.delete(key)
      kept.set(key, rendering)
      for (const [oldest, { bytes }] of kept) {
        if (size <= limit) break
        kept.delete(oldest)
        size -= bytes.length
      }
    },
  }
}
