// npm run icons: makes the PNG icons of public/ from public/icon.svg, for home screens that do not accept SVG. Run it after
// the logo changed. The files are committed, so that a build needs no image library.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const PUBLIC = join(import.meta.dirname, '../public')
const logo = readFileSync(join(PUBLIC, 'icon.svg'))
const BACKGROUND = '#ffffff'
/** A home screen may crop a maskable icon to a circle of four fifths of its width. */
const MASKABLE_SHARE = 0.62
/** iOS adds no background to an icon, and rounds its corners. */
const APPLE_SHARE = 0.76

await icon('icon-192.png', 192, 1, null)
await icon('icon-512.png', 512, 1, null)
await icon('icon-maskable-512.png', 512, MASKABLE_SHARE, BACKGROUND)
await icon('apple-touch-icon.png', 180, APPLE_SHARE, BACKGROUND)

/** @param share of the width that the logo takes @param color of the background; null: transparent */
async function icon(file: string, size: number, share: number, color: string | null): Promise<void> {
  const inner = Math.round(size * share)
  const drawn = await sharp(logo, { density: (72 * inner) / 24 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const background = color ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const picture = sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
  writeFileSync(join(PUBLIC, file), await picture.toBuffer())
}
