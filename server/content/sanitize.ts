// The allowed HTML: exactly what the editor can produce. Applied last on every write.
import { createRequire } from 'node:module'
import type Sanitize from 'sanitize-html'
import { RestError } from '../../api/rest/errors.ts'
import { LINK_SCHEMES } from '../../shared/limits.ts'
import { isContentPicture } from '../../shared/pictures.ts'
import { withFewMarks } from '../../shared/stacked-marks.ts'
import { withFormulas } from './formulas.ts'
import { LINK_REL, withLinks } from './links.ts'
import { withTables } from './tables.ts'

const require = createRequire(import.meta.url)
/** Loaded by the first text, since a start and most requests have none. */
let sanitize: typeof Sanitize | null = null

const rules: Sanitize.IOptions = {
  allowedTags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'code', 'pre'],
    ...['blockquote', 'ul', 'ol', 'li', 'a', 'hr', 'img'],
    ...['table', 'tr', 'td', 'th', 'sub', 'sup', 'details', 'summary', 'span'],
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt'],
    ol: ['start'],
    // The TeX of a formula.
    span: ['data-tex'],
    // Merged cells are read, and written as plain ones.
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  // An external image would reveal readers to its host, and could change after moderation.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'span'
      ? !attribs['data-tex'] && 'excludeTag'
      : tag === 'img' && !isContentPicture(attribs.src ?? ''),
  allowedSchemes: [...LINK_SCHEMES],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (_tag, attributes) => ({
      tagName: 'a',
      attribs: { ...(attributes.href ? { href: attributes.href } : {}), rel: LINK_REL },
    }),
    ol: (_tag, { start = '' }) => ({ tagName: 'ol', attribs: startOf(start) }),
  },
}

/** The first number of a list, if it is an integer other than 1: of '2026. was a good year', or after a paragraph. */
function startOf(written: string): Sanitize.Attributes {
  const start = /^\s*[-+]?\d{1,9}\s*$/.test(written) ? Number(written) : 1
  return start === 1 ? {} : { start: String(start) }
}

/** Elements are nested too deeply. */
export class TooDeep extends RestError {
  constructor() {
    super(400, 'PT400', 'The text is nested too deeply')
  }
}

/** Elements within each other. The parser's stack costs as much for each tag as it is deep. */
const MOST_DEPTH = 100

/**
 * Sanitises untrusted HTML: no scripts, styles or unknown elements. Foreign texts come here through content.ts.
 * @throws RestError for elements that are nested too deeply, and for a table that is too large
 */
export function sanitizeContent(html: string): string {
  sanitize ??= require('sanitize-html') as typeof Sanitize
  let depth = 0
  const bounded = {
    ...rules,
    // Of every element, also of those that are removed.
    onOpenTag: () => {
      depth += 1
      if (depth > MOST_DEPTH) throw new TooDeep()
    },
    onCloseTag: () => {
      depth -= 1
    },
  }
  return withLinks(withFormulas(withTables(withFewMarks(sanitize(html, bounded)))))
}
