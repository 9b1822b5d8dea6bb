// Draws a picture for whoever shares an address: words on a card. Pango sets them, which shapes Devanagari and breaks
// lines as each script wants it; its fonts are the two that come with us, never the machine's. Nothing is fetched, and
// libvips works outside the event loop.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OverlayOptions } from 'sharp'
import { imageLibrary } from '../../../api/image-library.ts'
import { SOCIAL_IMAGE } from '../../../shared/social.ts'
import { xml } from '../documents/xml.ts'
import { drawable, isDrawable } from './drawable.ts'

export type Card = {
  /** Over the title: what kind of thing it is. */
  eyebrow: string
  title: string
  /** Under the title. */
  text: string
  /** At the foot, on the right: who it is from. */
  by: string
  site: string
  /** `#rrggbb`; the site's own where it is none. */
  colour: string
}

const { width: WIDTH, height: HEIGHT } = SOCIAL_IMAGE
const MARGIN = 80
const EDGE = 16
const INNER = WIDTH - 2 * MARGIN
const FAMILIES = 'Familjen Grotesk, Noto Sans Devanagari Bold'
const FONT_FOLDERS = [
  '@expo-google-fonts/familjen-grotesk/700Bold',
  '@expo-google-fonts/noto-sans-devanagari/700Bold',
]

/** The tokens of light pages (app/styles/tokens.css); pictures know no CSS. */
const COLOURS = { ground: '#f8faf9', text: '#142021', muted: '#4f5d5d', edge: '#10b981' }

const TITLE_SIZES = [76, 68, 60, 52, 44, 36]
const TITLE_CHARACTERS = 150
const TITLE_TOP = 168
const TEXT_SIZE = 32
const TEXT_CHARACTERS = 150
const TEXT_GAP = 40
const FOOT_TOP = 526
/** Above the foot, so that it doesn't read as one more line of the text. */
const FOOT_GAP = 60
const MARK = join(import.meta.dirname, '../../../public/icon-192.png')
const MARK_SIZE = 46

/**
 * Makes our fonts the only ones. To be called before the first picture is drawn.
 * @param folder where the list of fonts and their cache may lie
 */
export function prepareFonts(folder: string): void {
  const require = createRequire(import.meta.url)
  const folders = FONT_FOLDERS.map((name) => {
    const [scope = '', font = '', weight = ''] = name.split('/')
    return join(dirname(require.resolve(`${scope}/${font}/package.json`)), weight)
  })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'fonts.conf')
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((path) => `<dir>${xml(path)}</dir>`),
    `<cachedir>${xml(join(folder, 'cache'))}</cachedir>`,
    '</fontconfig>',
    '',
  ]
  writeFileSync(file, lines.join('\n'))
  process.env.FONTCONFIG_FILE = file
}

/** @returns a PNG of 1200 x 630 */
export async function draw(card: Card): Promise<Buffer> {
  // A script that our fonts don't know would be a row of boxes: then the rest of the card speaks.
  const isReadable = isDrawable(card.title)
  const title = await largest(
    isReadable ? drawable(card.title, TITLE_CHARACTERS) : drawable(card.eyebrow, 60),
    300,
  )
  const layers = [
    ...(await shapes(card, isReadable && card.eyebrow !== '')),
    { input: title.data, left: MARGIN, top: TITLE_TOP },
  ]
  if (isReadable && card.eyebrow) {
    const eyebrow = await words(drawable(card.eyebrow, 60), 30, COLOURS.muted)
    layers.push({ input: eyebrow.data, left: MARGIN + 40, top: 92 })
  }
  const below = TITLE_TOP + title.info.height + TEXT_GAP
  if (card.text && isDrawable(card.text)) {
    const text = await fitting(card.text, FOOT_TOP - FOOT_GAP - below)
    if (text) layers.push({ input: text.data, left: MARGIN, top: below })
  }
  if (isDrawable(card.site)) {
    const site = await words(drawable(card.site, 40), 36, COLOURS.text, INNER / 2)
    layers.push({ input: site.data, left: MARGIN + 60, top: FOOT_TOP })
  }
  if (card.by && isDrawable(card.by)) {
    const by = await words(drawable(card.by, 40), 28, COLOURS.muted, INNER / 2)
    layers.push({ input: by.data, left: WIDTH - MARGIN - by.info.width, top: FOOT_TOP + 6 })
  }
  const sharp = await imageLibrary()
  const ground = { width: WIDTH, height: HEIGHT, channels: 3 as const, background: COLOURS.ground }
  return sharp({ create: ground })
    .composite(layers)
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer()
}

/** The largest size in which `text` stays within `height`. */
async function largest(text: string, height: number) {
  let drawn = await words(text, TITLE_SIZES[0] ?? TEXT_SIZE, COLOURS.text)
  for (const size of TITLE_SIZES.slice(1)) {
    if (drawn.info.height <= height) break
    drawn = await words(text, size, COLOURS.text)
  }
  return drawn
}

/** As much of `text` as stays within `height`, in whole words; null when not even a line does. */
async function fitting(text: string, height: number) {
  for (const characters of [TEXT_CHARACTERS, 100, 55]) {
    const whole = drawable(text, characters).replace(/\s\S*…$/u, '…')
    const drawn = await words(whole, TEXT_SIZE, COLOURS.muted)
    if (drawn.info.height <= height) return drawn
  }
  return null
}

async function words(text: string, size: number, colour: string, width = INNER) {
  const sharp = await imageLibrary()
  return sharp({
    text: {
      text: `<span foreground="${colour}">${xml(text || ' ')}</span>`,
      font: `${FAMILIES} ${size}`,
      dpi: 72,
      rgba: true,
      wrap: 'word-char' as const,
      width: Math.round(width),
      spacing: Math.round(size / 8),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

/** What is no word: the edge and the square in the thing's colour, and the mark at the foot. */
async function shapes(card: Card, hasEyebrow: boolean): Promise<OverlayOptions[]> {
  const sharp = await imageLibrary()
  const colour = /^#[0-9a-f]{6}$/i.test(card.colour) ? card.colour : COLOURS.edge
  const block = (width: number, height: number) => ({
    create: { width, height, channels: 3 as const, background: colour },
  })
  return [
    { input: block(EDGE, HEIGHT), left: 0, top: 0 },
    ...(hasEyebrow ? [{ input: block(24, 24), left: MARGIN, top: 93 }] : []),
    { input: await sharp(MARK).resize(MARK_SIZE).png().toBuffer(), left: MARGIN, top: FOOT_TOP - 9 },
  ]
}
