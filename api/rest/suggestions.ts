// A mistyped name is answered with the one that was probably meant.

/** How alike two names must be (1 is equal) before one is offered for the other. */
const LEAST_SIMILARITY = 0.5

/** The candidate most like `name`, or null when none is. */
export function closestMatch(name: string, candidates: readonly string[]): string | null {
  // A name of any length can be asked for; the work must not grow with it.
  if (name.length > 100) return null
  let best: string | null = null
  let most = LEAST_SIMILARITY
  for (const candidate of candidates) {
    const alike = similarity(name.toLowerCase(), candidate.toLowerCase())
    if (alike > most) {
      best = candidate
      most = alike
    }
  }
  return best
}

/** Share of common pairs of neighbouring letters (Dice). */
function similarity(a: string, b: string): number {
  const pairs = (word: string) => {
    const padded = ` ${word} `
    return new Set(Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2)))
  }
  const left = pairs(a)
  const right = pairs(b)
  const common = [...left].filter((pair) => right.has(pair)).length
  return (2 * common) / (left.size + right.size)
}
