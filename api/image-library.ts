// The one door to the picture library: loaded with the first picture, and shut for all but four decoders, whoever
// asks. SVG, PDF and whatever else it could open would open other files in turn.
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
