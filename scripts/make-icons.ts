// Makes the PNG icons of public/ from public/icon.svg, for homescreens that take no SVG. Run after the mark changed:
// npm run icons. The files are committed: a build needs no picture library.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const PUBLIC = join(import.meta.dirname, '../public')
const mark = readFileSync(join(PUBLIC, 'icon.svg'))
const GROUND = '#ffffff'
/** A homescreen may cut a maskable icon to a circle of four fifths of its width. */
const SAFE = 0.62
/** iOS puts no ground under an icon, and rounds its corners by itself. */
const APPLE = 0.76

await icon('icon-192.png', 192, 1, null)
await icon('icon-512.png', 512, 1, null)
await icon('icon-maskable-512.png', 512, SAFE, GROUND)
await icon('apple-touch-icon.png', 180, APPLE, GROUND)

/** @param share of the width that the mark takes @param ground under it; null: transparent */
async function icon(file: string, size: number, share: number, ground: string | null): Promise<void> {
  const inner = Math.round(size * share)
  const drawn = await sharp(mark, { density: (72 * inner) / 24 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const picture = sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
  writeFileSync(join(PUBLIC, file), await picture.toBuffer())
}
