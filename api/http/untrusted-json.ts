// Parses untrusted JSON, limited in depth before anything recurses over it. Its size is limited by the code that read
// the bytes.

/** No client of the contract nests this deep. JSON.stringify overflows the stack somewhere above 3,000 levels. */
export const MAX_JSON_DEPTH = 256

const QUOTE = 34
const BACKSLASH = 92
/** `[` and `{`, like `]` and `}`, differ only in this bit. */
const CASE = 32
const OPEN = 123
const CLOSE = 125

/** Parses JSON text. @throws SyntaxError when `text` is not JSON, or is nested deeper than `most` */
export function parseUntrustedJson(text: string, most = MAX_JSON_DEPTH): unknown {
  if (isTooDeep(text, most)) throw new SyntaxError(`nested deeper than ${most} levels`)
  return JSON.parse(text) as unknown
}

/** @returns undefined for text that is not JSON, or is nested too deeply */
export function tryParseJson(text: string): unknown {
  try {
    return parseUntrustedJson(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTooDeep(text: string, most: number): boolean {
  if (text.length <= most) return false
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === BACKSLASH) index += 1
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) {
      inString = true
    } else if ((code | CASE) === OPEN) {
      depth += 1
      if (depth > most) return true
    } else if ((code | CASE) === CLOSE) {
      depth -= 1
    }
  }
  return false
}
