// Converts the BBCode that Discourse supports beside Markdown to Markdown: quotes, code, links, pictures, dates. Other
// tags (spoilers, polls, sizes) are removed and their text is kept.

const MOST_DEPTH = 12
const FENCE = /^\s{0,3}(`{3,}|~{3,})/

/** Code, which is unchanged, or a tag within a line. */
// Bounded: the worker thread has a deadline (content.ts).
const INLINE = new RegExp(
  [
    /(?<code>`+[^`]*`+)/,
    /\[(?<slash>\/?)(?<style>b|i|u|s)\]/,
    /\[url(?:=(?<href>[^[\]\s]+))?\](?<label>[^[\]]*)\[\/url\]/,
    /\[img\b[^[\]]*\](?<picture>[^[\]\s]*)\[\/img\]/,
    /\[code\](?<shortCode>[^[\]]*)\[\/code\]/,
    // Bounded: as the whole expression.
    /\[date=(?<date>[\d-]{10})(?: time=(?<time>[\d:]{5})[\d:]*)?[^[\]]*\]/,
    /\[details="?(?<summary>[^[\]]*?)"?\]/,
    /\[\/?(?:spoiler|poll|details|center|hide|color|size|font)\b[^[\]]*\]/,
    /::(?:tag|category)\b(?<=#[\w-]{1,60}::\w+)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

/** @returns Markdown, possibly with HTML */
export function bbcodeAsMarkdown(source: string): string {
  let depth = 0
  let fence = ''
  const lines: string[] = []
  const quoted = (line: string) => `${'> '.repeat(Math.min(depth, MOST_DEPTH))}${line}`.trimEnd()
  for (const written of source.split('\n')) {
    const line = written.replace(/^\s*\[\/?code(?:=\w+)?\]\s*$/i, '```')
    const [, mark = ''] = FENCE.exec(line) ?? []
    if (fence !== '' || mark !== '') {
      if (fence === '') fence = mark
      else if (mark.startsWith(fence)) fence = ''
      lines.push(quoted(line))
      continue
    }
    // A quote may be within a line.
    // Bounded: the worker thread has a deadline (content.ts).
    const parts = line.includes('`') ? [line] : line.split(/\s*(\[\/?quote\b[^[\]]*\])\s*/i)
    for (const part of parts.filter((text) => text !== '' || parts.length === 1)) {
      const [, closed, said] = /^\s*\[(\/?)quote(?:="?([^\]]*?)"?)?\]\s*$/i.exec(part) ?? []
      if (closed === '') {
        // Separates the quote from the paragraph above.
        lines.push(quoted(''))
        depth += 1
        if (said) lines.push(quoted(attribution(said)), quoted(''))
      } else if (closed && depth > 0) {
        depth -= 1
        lines.push(quoted(''))
      } else lines.push(quoted(inline(part)))
    }
  }
  return lines.join('\n')
}

function inline(line: string): string {
  return line.replace(INLINE, (...found) => {
    const { code, slash, style, href, label, picture, shortCode, date, time, summary } = found.at(
      -1,
    ) as Record<string, string | undefined>
    if (code) return code
    if (style) return `<${slash}${style}>`
    if (label !== undefined) return href ? `[${label}](${href})` : `<${label}>`
    if (picture !== undefined) return `![](${picture})`
    if (shortCode !== undefined) return `\`${shortCode}\``
    if (summary) return `**${summary}**`
    return date ? `${date}${time ? ` ${time}` : ''}` : ''
  })
}

/** The link has the old address, which redirects to the post. */
function attribution(said: string): string {
  const [name = '', ...rest] = said.split(',')
  const [, post] = /\bpost:(\d+)/.exec(rest.join(',')) ?? []
  const [, topic] = /\btopic:(\d+)/.exec(rest.join(',')) ?? []
  const who = name.trim().replace(/[\\`*_[\]<>]/g, '\\$&')
  // The same format as quotes here (app/features/discussion/selection.ts).
  return topic ? `[${who} wrote](/t/${topic}/${post ?? 1}):` : `${who} wrote:`
}
