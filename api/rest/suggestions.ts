// Suggests the closest existing name for a mistyped one.

/** Minimum similarity (1: equal) of a suggestion. */
const LEAST_SIMILARITY = 0.5

/** The candidate closest to `name`, or null. */
export function closestMatch(name: string, candidates: readonly string[]): string | null {
  // Bounds the work, because a requested name may have any length.
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

/** Dice coefficient of the names' bigrams. */
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
