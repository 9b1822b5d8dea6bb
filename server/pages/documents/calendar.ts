// The end of a discussion's poll as an iCalendar file (RFC 5545), for calendar programs.
import type { SiteInfo } from '../../../shared/site.ts'
import { threadIdRange, threadPath } from '../../../shared/slugs.ts'
import { type Document, type GuestReader, type Moved, SLUG, THREAD_SLUG } from './document.ts'

// Bounded: a fixed beginning and end, and segments of bounded length.
const ADDRESS = new RegExp(`^(/forums/${SLUG}/(${THREAD_SLUG}))/poll[.]ics$`)
const LINE_BYTES = 75

/** The generator of the calendar at `path`; null if no calendar has such an address. */
export function pollCalendarAt(
  path: string,
): ((reader: GuestReader, site: SiteInfo) => Promise<Document | Moved | null>) | null {
  const [, page = '', segment = ''] = ADDRESS.exec(path) ?? []
  const range = threadIdRange(segment)
  if (!range) return null
  return async (reader, site) => {
    const { data: thread } = await reader
      .from('threads')
      .select(
        'id,title,category:forum_categories!threads_category_id_fkey(slug),poll:polls(question,closes_at,created_at)',
      )
      .gte('id', range.from)
      .lte('id', range.to)
      .limit(1)
      .maybeSingle()
      .throwOnError()
    if (!thread?.poll?.closes_at) return null
    if (threadPath(thread) !== page) return { location: `${threadPath(thread)}/poll.ics` }
    const { question, closes_at, created_at } = thread.poll
    const address = new URL(page, site.url).href
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `PRODID:-//${text(site.name)}//Polls//EN`,
      'BEGIN:VEVENT',
      `UID:poll.${thread.id}@${new URL(site.url).hostname}`,
      `DTSTAMP:${moment(created_at)}`,
      `DTSTART:${moment(closes_at)}`,
      `SUMMARY:${text(`Poll closes: ${question}`)}`,
      `DESCRIPTION:${text(`${thread.title}\n${address}`)}`,
      `URL:${address}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]
    return {
      type: 'text/calendar; charset=utf-8',
      body: lines.map(folded).join('\r\n'),
      tags: [`thread:${thread.id}`, 'categories'],
    }
  }
}

/** A TEXT value: controls would end the line. */
function text(value: string): string {
  return value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

function moment(iso: string): string {
  return new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')
}

/** Long lines continue after a line break and a space; no character is cut. */
function folded(line: string): string {
  let bytes = 0
  let out = ''
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > LINE_BYTES) {
      out += '\r\n '
      bytes = 1
    }
    out += character
    bytes += size
  }
  return out
}
