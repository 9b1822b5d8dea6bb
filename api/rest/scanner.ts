// Scans a string from left to right and records the farthest position of a failure, so that the error names the
// position and the expected tokens with the wording of PostgREST's parser.
import { queryError, type RestError } from './errors.ts'

/** Internal to the parsers; `Scanner.run` converts it to the error response. */
class Mismatch extends Error {}

const MISMATCH = new Mismatch()

const IDENTIFIER = /[\p{L}\p{Nd}_ $]+/uy
const JSON_KEY = /[^(\-:.,>)]+/uy
const SPACES = /[ \t]*/y

export class Scanner {
  readonly text: string
  at = 0
  private farthest = 0
  private expected: string[] = []
  private complaint: string | null = null
  /** The farthest failure is trailing text, which upstream's parser quotes differently. */
  private trailing = false

  constructor(text: string) {
    this.text = text
  }

  /**
   * Parses `text` with `read`, to its end unless `trailing` text is ignored.
   * @throws RestError PGRST100 that calls the text `name`
   */
  static run<T>(
    name: string,
    text: string,
    read: (scanner: Scanner) => T,
    { trailing = false }: { trailing?: boolean } = {},
  ): T {
    const scanner = new Scanner(text)
    try {
      const value = read(scanner)
      if (!trailing && scanner.at < text.length) scanner.failAfterEnd('end of input')
      return value
    } catch (error) {
      if (error instanceof Mismatch) throw scanner.error(name)
      throw error
    }
  }

  fail(expected: string): never {
    if (this.at > this.farthest) {
      this.farthest = this.at
      this.expected = []
      this.complaint = null
      this.trailing = false
    }
    if (this.at === this.farthest && !this.expected.includes(expected)) this.expected.push(expected)
    throw MISMATCH
  }

  /** Fails at text that follows a complete expression. */
  failAfterEnd(expected: string): never {
    this.attempt(() => this.fail(expected))
    this.trailing ||= this.at === this.farthest
    throw MISMATCH
  }

  /** Fails here without an expectation, so that the next alternative reports its own. */
  giveUp(): never {
    throw MISMATCH
  }

  refuse(complaint: string): never {
    this.farthest = this.at
    this.complaint = complaint
    throw MISMATCH
  }

  /** Tries `read`; on failure backtracks and returns undefined. */
  attempt<T>(read: () => T): T | undefined {
    const start = this.at
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error
      this.at = start
      return undefined
    }
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  looksAt(literal: string): boolean {
    return this.text.startsWith(literal, this.at)
  }

  takes(literal: string): boolean {
    if (!this.looksAt(literal)) return false
    this.at += literal.length
    return true
  }

  expect(literal: string, name = `"${literal}"`): void {
    if (!this.takes(literal)) this.fail(name)
  }

  spaces(): void {
    SPACES.lastIndex = this.at
    SPACES.test(this.text)
    this.at = SPACES.lastIndex
  }

  token(literal: string): boolean {
    const start = this.at
    this.spaces()
    if (!this.takes(literal)) {
      this.at = start
      return false
    }
    this.spaces()
    return true
  }

  /** What `pattern` (sticky) matches here, or null. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null) return null
    this.at = pattern.lastIndex
    return found[0]
  }

  /** `"…"` with backslash escapes. */
  quoted(): string {
    this.expect('"')
    let value = ''
    for (;;) {
      const character = this.text[this.at]
      if (character === undefined) this.fail('"\\""')
      this.at += 1
      if (character === '"') return value
      if (character === '\\') {
        const escaped = this.text[this.at]
        if (escaped === undefined) this.fail('any character')
        this.at += 1
        value += escaped
      } else value += character
    }
  }

  identifier(): string {
    const found = this.match(IDENTIFIER)
    if (found === null) this.fail('letter or digit')
    return found.trim()
  }

  /** A column, table or alias: quoted, or letters, digits, `_`, `$`, spaces and inner dashes. */
  name(): string {
    if (this.looksAt('"')) {
      const name = this.quoted()
      // Names are not empty.
      if (name === '') this.fail('field name (* or [a..z0..9_$])')
      return name
    }
    return this.dashed(IDENTIFIER, 'field name (* or [a..z0..9_$])')
  }

  /** A JSON key, which allows more characters than a column's name. */
  jsonKey(): string {
    if (this.looksAt('"')) return this.quoted()
    return this.dashed(JSON_KEY, 'any non reserved character different from: .,>()')
  }

  private dashed(pattern: RegExp, expected: string): string {
    const parts: string[] = []
    do {
      const part = this.match(pattern)
      if (part === null) this.fail(parts.length === 0 ? expected : 'letter or digit')
      parts.push(part.trim())
    } while (this.looksAt('-') && !this.looksAt('->') && this.takes('-'))
    return parts.join('-')
  }

  private error(name: string): RestError {
    const found = this.text[this.farthest]
    const quoted = this.trailing ? `'${found}'` : JSON.stringify(found)
    const unexpected = found === undefined ? 'unexpected end of input' : `unexpected ${quoted}`
    const last = this.expected.at(-1) ?? 'end of input'
    const others = this.expected.slice(0, -1)
    const expecting = others.length > 0 ? `${others.join(', ')} or ${last}` : last
    return queryError(
      `"${name}" (line 1, column ${this.farthest + 1})`,
      this.complaint ?? `${unexpected} expecting ${expecting}`,
    )
  }
}
