// Draws a social card. Pango lays out the text, including Devanagari, with the two bundled fonts and never the
// machine's. Nothing is fetched, and libvips works outside the event loop.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OverlayOptions } from 'sharp'
import { imageLibrary } from '../../../api/image-library.ts'
import { SOCIAL_IMAGE } from '../../../shared/social.ts'
import { xml } from '../documents/document.ts'

export type Card = {
  /** Above the title: the kind of content. */
  eyebrow: string
  title: string
  /** Under the title. */
  text: string
  /** Bottom right: the author. */
  by: string
  site: string
  /** `#rrggbb`; default: the site's colour. */
  colour: string
}

const { width: WIDTH, height: HEIGHT } = SOCIAL_IMAGE
const MARGIN = 80
const EDGE = 16
const INNER = WIDTH - 2 * MARGIN
/** For characters that the first does not have, fontconfig finds one of the others. */
const FAMILIES = 'Familjen Grotesk Bold'
const WEIGHT = '700Bold'
const sans = (script: string) => `noto-sans-${script}`
const FONTS = [
  'familjen-grotesk',
  ...['bengali', 'devanagari', 'gujarati', 'gurmukhi', 'kannada', 'malayalam', 'meetei-mayek'].map(sans),
  ...['ol-chiki', 'oriya', 'tamil', 'telugu'].map(sans),
  'noto-naskh-arabic',
  'noto-emoji',
]

/** The light theme's tokens (app/styles/tokens.css); images cannot use CSS. */
const COLOURS = { ground: '#f8faf9', text: '#142021', muted: '#4f5d5d', edge: '#10b981' }

const TITLE_SIZES = [76, 68, 60, 52, 44, 36]
const TITLE_CHARACTERS = 150
const TITLE_TOP = 168
const TEXT_SIZE = 32
const TEXT_CHARACTERS = 150
const TEXT_GAP = 40
const FOOT_TOP = 526
/** Separates the footer from the text. */
const FOOT_GAP = 60
const MARK = join(import.meta.dirname, '../../../public/icon-192.png')
const MARK_SIZE = 46

/**
 * Makes the bundled fonts the only ones. Call before the first image.
 * @param folder for the font configuration and cache
 */
export function prepareFonts(folder: string): void {
  const require = createRequire(import.meta.url)
  const folders = FONTS.map((font) =>
    join(dirname(require.resolve(`@expo-google-fonts/${font}/package.json`)), WEIGHT),
  )
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
  // Unsupported scripts would be rendered as boxes, so the title is left out.
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

/** As many whole words of `text` as fit into `height`; null when not even a line does. */
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

/** The shapes: an edge and a square in the card's colour, and the logo in the footer. */
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

/** What the bundled fonts do not support: they have Latin with accents, the scripts of India, emoji and common symbols. */
const UNKNOWN =
  /(?!\ufe0f)[^\u0020-\u007e\u00a0-\u017f\u02c6\u02dc\u200c-\u200d\u2010-\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u20b9\u2122\p{Emoji}\p{scx=Arab}\p{scx=Beng}\p{scx=Deva}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Mtei}\p{scx=Olck}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}]/gu
const LETTERS = /\p{L}/gu
/** Minimum share of supported letters. */
const ENOUGH = 0.7

/** Whether the fonts support enough of `text`, ignoring symbols beside letters. */
export function isDrawable(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0
  const left = text.replace(UNKNOWN, '')
  if (letters === 0) return /[\p{Nd}\p{Emoji}]/u.test(left)
  return (left.match(LETTERS)?.length ?? 0) / letters >= ENOUGH
}

/** `text` without unsupported characters, in one line, cut to `length` characters. */
export function drawable(text: string, length: number): string {
  const known = text.normalize('NFC').replace(UNKNOWN, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...new Intl.Segmenter('en').segment(known.slice(0, length * 4))]
  if (characters.length <= length) return known
  return `${characters
    .slice(0, length)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`
}
