// Drawings for articles without a picture, derived from the article's address, so that each is always the same. Every
// subject has its motif: lots on a grid for IPOs, rising slabs for tax, five parties for payments. Nothing is fetched.

export const WIDTH = 640
export const HEIGHT = 360
/** The range of hue, in degrees, between articles on one subject. */
const TINTS = 36

/** `soft` and `strong` are filled, `line` and `faint` are strokes. */
export type Ink = 'soft' | 'strong' | 'line' | 'faint'
export type Drawing = { hue: number; strokes: { ink: Ink; path: string }[] }

type Draw = () => number
type Motif = { hue: number; words: RegExp; draw: (draw: Draw) => Drawing['strokes'] }

const BASE = HEIGHT - 56

const MOTIFS: readonly Motif[] = [
  { words: /ipo|prospectus/i, hue: 255, draw: lots },
  { words: /tax/i, hue: 75, draw: slabs },
  { words: /crypto|bitcoin/i, hue: 300, draw: chain },
  { words: /payment|upi/i, hue: 205, draw: parties },
  { words: /insurance/i, hue: 20, draw: shelter },
  { words: /fund/i, hue: 165, draw: paths },
  { words: /basic/i, hue: 110, draw: (draw) => (draw() < 0.5 ? stacks : months)(draw) },
  { words: /./, hue: 145, draw: candles },
]

/** The drawing for an article. @param seed such as the article's address */
export function coverDrawing(seed: string, category: string): Drawing {
  const { hue, draw } = MOTIFS.find(({ words }) => words.test(category)) ?? (MOTIFS.at(-1) as Motif)
  // Articles on one subject next to each other differ in their tint too.
  const tint = whole((numbersFrom(`tint of ${seed}`)() - 0.5) * TINTS)
  return { hue: hue + tint, strokes: draw(numbersFrom(seed)) }
}

/** IPO: rows of applications, some of them allotted. */
function lots(draw: Draw): Drawing['strokes'] {
  const cell = (column: number, row: number) => square(92 + column * 48, 72 + row * 48, 24)
  const drawn: string[] = []
  const others: string[] = []
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 10; column += 1) (draw() < 0.22 ? drawn : others).push(cell(column, row))
  }
  return [
    { ink: 'soft', path: others.join('') },
    { ink: 'strong', path: drawn.join('') },
  ]
}

/** Tax: rising steps, as each slab has a higher rate. */
function slabs(draw: Draw): Drawing['strokes'] {
  const steps = 6
  const width = 74
  let top = BASE - 24
  const tops = Array.from({ length: steps }, () => {
    const at = top
    top -= 22 + draw() * 26
    return at
  })
  const x = (step: number) => 80 + step * (width + 6)
  return [
    {
      ink: 'soft',
      path: tops.map((y, step) => bar(x(step), y + (BASE - y) * 0.42, width, (BASE - y) * 0.58)).join(''),
    },
    { ink: 'strong', path: tops.map((y, step) => bar(x(step), y, width, (BASE - y) * 0.42 - 4)).join('') },
    { ink: 'faint', path: `M56 ${BASE + 8}H${WIDTH - 56}` },
  ]
}

/** Crypto: blocks, each linked to the one before. */
function chain(draw: Draw): Drawing['strokes'] {
  const at = Array.from({ length: 6 }, (_, index) => ({
    x: 84 + index * 94,
    y: 180 + Math.sin(index * 1.1 + draw() * 0.9) * 72,
  }))
  const links = at.slice(1).map((to, index) => {
    const from = at[index] ?? to
    return `M${whole(from.x)} ${whole(from.y)}L${whole(to.x)} ${whole(to.y)}`
  })
  return [
    { ink: 'line', path: links.join('') },
    { ink: 'soft', path: at.map(({ x, y }) => hexagon(x, y, 40)).join('') },
    { ink: 'strong', path: at.map(({ x, y }) => hexagon(x, y, 13 + draw() * 9)).join('') },
  ]
}

/** Payments: the five parties, and the path of a payment between them. */
function parties(draw: Draw): Drawing['strokes'] {
  const at = Array.from({ length: 5 }, (_, index) => ({
    x: 88 + index * 116,
    y: 84 + draw() * 192,
  }))
  const way = at
    .map(({ x, y }, index) => {
      const before = at[index - 1]
      if (!before) return `M${whole(x)} ${whole(y)}`
      const middle = whole((before.x + x) / 2)
      return `C${middle} ${whole(before.y)} ${middle} ${whole(y)} ${whole(x)} ${whole(y)}`
    })
    .join('')
  return [
    { ink: 'faint', path: `M56 84H${WIDTH - 56}M56 180H${WIDTH - 56}M56 276H${WIDTH - 56}` },
    { ink: 'line', path: way },
    { ink: 'soft', path: at.map(({ x, y }) => circle(x, y, 27)).join('') },
    { ink: 'strong', path: at.map(({ x, y }) => circle(x, y, 12)).join('') },
  ]
}

/** Insurance: a roof. */
function shelter(draw: Draw): Drawing['strokes'] {
  const middle = 250 + whole(draw() * 140)
  const arc = (radius: number) =>
    `M${middle - radius} ${BASE}A${radius} ${radius} 0 0 1 ${middle + radius} ${BASE}`
  const drops = Array.from({ length: 9 }, () => {
    const x = whole(40 + draw() * 560)
    const y = whole(28 + draw() * 70)
    return `M${x} ${y}l-10 22`
  })
  return [
    { ink: 'faint', path: drops.join('') },
    { ink: 'soft', path: `${arc(214)}Z` },
    { ink: 'line', path: [170, 126].map(arc).join('') },
    { ink: 'strong', path: `${arc(78)}Z` },
  ]
}

/** Mutual funds: the same amount over time, once as a smooth curve and three times with fluctuations. */
function paths(draw: Draw): Drawing['strokes'] {
  const points = 12
  const x = (point: number) => 64 + (point * (WIDTH - 128)) / points
  const way = (end: number, roughness: number) =>
    Array.from({ length: points + 1 }, (_, point) => {
      const share = point / points
      const wave = point === 0 ? 0 : (draw() - 0.5) * roughness
      return `${point === 0 ? 'M' : 'L'}${whole(x(point))} ${whole(BASE - share ** 1.5 * end - wave)}`
    }).join('')
  return [
    { ink: 'soft', path: `${way(150 + draw() * 60, 0)}V${BASE}Z` },
    { ink: 'faint', path: way(110 + draw() * 60, 44) + way(190 + draw() * 40, 60) },
    { ink: 'line', path: way(200 + draw() * 30, 34) },
  ]
}

/** Basics, where most articles are: what is put aside, month by month. */
function stacks(draw: Draw): Drawing['strokes'] {
  const coins: string[] = []
  const tops: string[] = []
  for (let month = 0; month < 7; month += 1) {
    const height = 1 + Math.round(month * 0.9 + draw() * 2.5)
    for (let coin = 0; coin < height; coin += 1)
      (coin === height - 1 ? tops : coins).push(bar(76 + month * 72, BASE - 24 - coin * 28, 54, 20))
  }
  return [
    { ink: 'faint', path: `M56 ${BASE + 8}H${WIDTH - 56}` },
    { ink: 'soft', path: coins.join('') },
    { ink: 'strong', path: tops.join('') },
  ]
}

/** Basics: the months of a year, and the days that matter in them. */
function months(draw: Draw): Drawing['strokes'] {
  const frames: string[] = []
  const days: string[] = []
  for (let month = 0; month < 12; month += 1) {
    const [x, y] = [96 + (month % 4) * 120, 48 + Math.floor(month / 4) * 92]
    frames.push(bar(x, y, 88, 68))
    days.push(square(x + 8 + Math.floor(draw() * 4) * 19, y + 10 + Math.floor(draw() * 3) * 19, 13))
  }
  return [
    { ink: 'soft', path: frames.join('') },
    { ink: 'strong', path: days.join('') },
  ]
}

/** Stocks: the prices of some days. */
function candles(draw: Draw): Drawing['strokes'] {
  let price = 210
  const wicks: string[] = []
  const up: string[] = []
  const down: string[] = []
  for (let day = 0; day < 14; day += 1) {
    const x = 76 + day * 37
    const next = Math.max(84, Math.min(276, price - 7 + (draw() - 0.5) * 78))
    const [top, bottom] = [Math.min(price, next), Math.max(price, next)]
    wicks.push(`M${x + 10} ${whole(top - draw() * 26)}V${whole(bottom + draw() * 26)}`)
    ;(next < price ? up : down).push(bar(x, top, 20, Math.max(bottom - top, 5)))
    price = next
  }
  return [
    { ink: 'faint', path: `M56 96H${WIDTH - 56}M56 180H${WIDTH - 56}M56 264H${WIDTH - 56}` },
    { ink: 'line', path: wicks.join('') },
    { ink: 'soft', path: down.join('') },
    { ink: 'strong', path: up.join('') },
  ]
}

function bar(x: number, y: number, width: number, height: number): string {
  return `M${whole(x)} ${whole(y)}h${whole(width)}v${whole(height)}h-${whole(width)}z`
}

function square(x: number, y: number, side: number): string {
  return bar(x, y, side, side)
}

function circle(x: number, y: number, radius: number): string {
  return `M${whole(x - radius)} ${whole(y)}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 -${radius * 2} 0z`
}

function hexagon(x: number, y: number, radius: number): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6
    return `${whole(x + radius * Math.cos(angle))} ${whole(y + radius * Math.sin(angle))}`
  })
  return `M${corners.join('L')}z`
}

/**
 * Rounded, because the last digits of `Math.sin` may differ between server and browser, and hydration needs equal HTML.
 */
function whole(value: number): number {
  return Math.round(value)
}

/** Pseudo-random numbers from 0 to 1, derived from `seed` (mulberry32). */
function numbersFrom(seed: string): Draw {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
