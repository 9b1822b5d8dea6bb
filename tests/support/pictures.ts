// Generated pictures for tests.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A picture of one colour with a location in its metadata. */
export function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif',
  { width = 60, height = 40 }: { width?: number; height?: number } = {},
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
    .withExif({ IFD0: { Copyright: 'Asha', ImageDescription: 'taken at 18.93N 72.83E' } })
    .toFormat(format)
    .toBuffer()
}

/** A PNG of noise, which cannot be compressed: about three bytes a pixel. */
export function noise(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** Decodes a picture. @throws Error if it is none */
export function look(bytes: ArrayBuffer | Uint8Array | Buffer) {
  return sharp(Buffer.from(bytes as ArrayBuffer)).metadata()
}
