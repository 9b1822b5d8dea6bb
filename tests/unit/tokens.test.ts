// The contrast of every pair that text or an icon is set in, in both themes (WCAG 2.2: 4.5:1, icons 3:1).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const TOKENS = readFileSync(join(import.meta.dirname, '../../app/styles/tokens.css'), 'utf8')

const COMPONENTS = readFileSync(join(import.meta.dirname, '../../app/styles/components.css'), 'utf8')

const TEXT_PAIRS = [
  ...['text', 'muted', 'accent', 'gain', 'loss', 'warn'].flatMap((ink) =>
    ['bg', 'surface', 'raised'].map((ground) => [ink, ground]),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['loss-ink', 'loss'],
  ['accent', 'accent-soft'],
  ['text', 'accent-soft'],
  ['loss', 'loss-soft'],
  ['text', 'loss-soft'],
  ['warn', 'warn-soft'],
  ['text', 'warn-soft'],
] as [string, string][]

const SHAPE_PAIRS = ['bg', 'surface', 'raised'].flatMap((ground) => [
  ['focus', ground],
  ['control-line', ground],
]) as [string, string][]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(TEXT_PAIRS)('%s on %s reads', (ink, ground) => {
    expect(contrast(luminance(ink, theme), luminance(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(SHAPE_PAIRS)('%s on %s is seen', (ink, ground) => {
    expect(contrast(luminance(ink, theme), luminance(ground, theme))).toBeGreaterThanOrEqual(3)
  })
})

test('a pair known to fail is found out: emerald as text on white', () => {
  expect(contrast(relativeLuminance(0.696, 0.17, 162.5), relativeLuminance(1, 0, 0))).toBeLessThan(4.5)
})

test.each(Array.from({ length: 12 }, (_, index) => index * 30))('a figure of hue %i is seen', (hue) => {
  const tones = ['street', 'block'].map((name) => {
    const [, light, dark] =
      new RegExp(`--${name}: light-dark\\(oklch\\(([^v]+) var.+oklch\\(([^v]+) var`).exec(COMPONENTS) ?? []
    return [light, dark].map((tone) => {
      const [lightness, chroma] = (tone ?? '').split(' ').map(Number)
      return relativeLuminance(lightness ?? Number.NaN, chroma ?? Number.NaN, hue)
    })
  })
  for (const theme of [0, 1])
    expect(contrast(tones[0]?.[theme] ?? 0, tones[1]?.[theme] ?? 0)).toBeGreaterThanOrEqual(3)
})

function luminance(token: string, theme: 'light' | 'dark'): number {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(TOKENS)?.[1]
  if (!value) throw new Error(`no token --${token}`)
  const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)]
  const colour = theme === 'dark' ? colours.at(-1) : colours[0]
  if (!colour) throw new Error(`--${token} is not in OKLCH`)
  return relativeLuminance(Number(colour[1]), Number(colour[2]), Number(colour[3]))
}

/** OKLCH to linear sRGB (Björn Ottosson's matrices), then WCAG's relative luminance. */
function relativeLuminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}
