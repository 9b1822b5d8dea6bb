// Renders the formulas of sanitised HTML to MathML, on each write: pages need no script and no fonts for them. The TeX
// stays beside it, in `data-tex`, for the editor. Clients cannot send MathML: what stands within a formula is replaced.
import { createRequire } from 'node:module'
import type { KatexOptions } from 'katex'
import { escapeHtml } from '../../shared/escape-html.ts'
import { FORMULA } from '../../shared/limits.ts'

const require = createRequire(import.meta.url)
type Katex = { renderToString(tex: string, options: KatexOptions): string }
/** Loaded by the first formula. */
let katex: Katex | null = null

const OPTIONS: KatexOptions = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  maxExpand: 100,
  maxSize: 10,
  // The rupee sign and Indian scripts are not part of LaTeX.
  strict: 'ignore',
}

/** A macro could repeat itself into a formula of any size. */
const DEFINITION = /\\(?:[gex]?def|global|long|let|futurelet|(?:re)?newcommand|providecommand)(?![A-Za-z])/
/** The formulas of one text, and the characters of their MathML. Those after that stay as they are typed. */
const MOST = { formulas: 100, characters: 50_000 }

/** A length beyond 10 em to either side, which KaTeX limits in some commands only: it would cover other posts. */
const LONG = /="-?(?:1[1-9]|[2-9]\d|\d{3,})(?:\.\d*)?em"/

const TOKEN = /<(\/?)([a-z0-9]+)(?![a-z0-9])([^<>]*)>|[^<]+/g
/** Elements whose text is no TeX. */
const LITERAL = new Set(['code', 'pre', 'a'])
/**
 * As in TeX, without blanks at its inner side: '$$ and $$' is no formula, and neither are '$500' and '$$$'.
 */
const WRITTEN = /(?<![$\\])\$\$(?![$\s])([^$]*[^$\s\\])\$\$(?!\$)/g
/** Not alone in a paragraph, but in a cell of a table, a formula is as small as within a line. */
const FORMULA_MARK = /((?<!<t[dh][^>]*>)<p>)?<span data-tex="([^"]*)"><\/span>(<\/p>)?/g

/** @param html as sanitize-html writes it, with `<span data-tex>` for each formula */
export function withFormulas(html: string): string {
  if (!html.includes('data-tex') && !html.includes('$$')) return html
  let formulas = 0
  let characters = 0
  return withMarks(html).replace(FORMULA_MARK, (_all, start = '', tex: string, end = '') => {
    const isAlone = start !== '' && end !== ''
    formulas += 1
    const made = formulas > MOST.formulas ? '' : render(decoded(tex), isAlone)
    if (made === '' || characters + made.length > MOST.characters) return `${start}$$${tex}$$${end}`
    characters += made.length
    const scrolls = isAlone ? ' role="group" aria-label="Formula" tabindex="0"' : ''
    return `${start}<span class="formula" data-tex="${tex}"${scrolls}>${made}</span>${end}`
  })
}

/** Replaces formulas by empty marks: those of the editor with what they hold, and those that are typed as $$…$$. */
function withMarks(html: string): string {
  let marked = ''
  let literal = 0
  let within = 0
  for (const [token, slash = '', name = '', attributes = ''] of html.matchAll(TOKEN)) {
    if (within > 0) {
      if (name === 'span') within += slash ? -1 : 1
      continue
    }
    if (name === 'span') {
      const tex = decoded(/data-tex="([^"]*)"/.exec(attributes)?.[1] ?? '').trim()
      if (tex !== '') marked += markOf(tex)
      within = 1
      continue
    }
    if (LITERAL.has(name)) literal += slash ? -1 : 1
    marked +=
      name === '' && literal === 0
        ? token.replace(WRITTEN, (all, written: string) => {
            const tex = decoded(written)
            return tex.length > FORMULA.max ? all : markOf(tex)
          })
        : token
  }
  return marked
}

const markOf = (tex: string) => `<span data-tex="${escapeHtml(tex)}"></span>`

function render(tex: string, displayMode: boolean): string {
  if (tex.length > FORMULA.max) return asCode(tex, `A formula can have up to ${FORMULA.max} characters.`)
  if (DEFINITION.test(tex)) return asCode(tex, 'A formula cannot define commands.')
  katex ??= require('katex') as Katex
  try {
    const made = katex.renderToString(tex, { ...OPTIONS, displayMode })
    // Without the TeX, which readers of the text would get twice.
    const [, whole = ''] = /<semantics>(.*)<annotation /s.exec(made) ?? []
    const inner = whole.replaceAll(' class ="vcenter"', '')
    if (LONG.test(inner)) return asCode(tex, 'A length in the formula is too large.')
    return `<math${displayMode ? ' display="block"' : ''}>${inner}</math>`
  } catch (error) {
    const { rawMessage } = error as { rawMessage?: string }
    if (rawMessage === undefined && !(error instanceof RangeError)) throw error
    return asCode(tex, rawMessage ?? 'The formula is nested too deeply.')
  }
}

const asCode = (tex: string, reason: string) =>
  `<code>${escapeHtml(tex)}</code> <em>${escapeHtml(reason)}</em>`

const decoded = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
