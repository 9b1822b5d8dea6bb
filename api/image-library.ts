// Loads the image library (sharp) on first use, restricted to four decoders: its SVG, PDF and other loaders would
// open further files.
import type { SharpConstructor } from 'sharp'

const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}`)

let loaded: Promise<SharpConstructor> | null = null

export function imageLibrary(): Promise<SharpConstructor> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: DECODERS })
    return sharp
  })
  return loaded
}
