// Titles of read discussions are not bold. A style sheet of the browser, because the cached lists are the same for
// everybody. A member's marks are a copy of what the server answered last (app/domain/threads/own-reads.ts).
import {
  GUEST_READ_KEY,
  META_READ_MARK,
  MOST_READ_MARKS,
  OWN_READ_KEY,
  READ_EVENT,
  READ_MARK,
} from '#shared/page-contract.ts'
import { isMember, metaContent } from './page.ts'

const MARK = /^[0-9a-f]{8}\.\d+$/

export function showReadMarks(): void {
  let sheet: CSSStyleSheet | null = null
  const show = (marks: readonly string[]) => {
    if (!sheet) {
      sheet = new CSSStyleSheet()
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }
    const rows = marks.map((mark) => `[${READ_MARK}="${mark}"] h3`)
    sheet.replaceSync(rows.length > 0 ? `${rows.join()}{font-weight:400}` : '')
  }
  /** Stores the mark of a discussion that a guest opened, and shows what is stored. */
  const remember = (mark: string) => {
    try {
      if (MARK.test(mark) && !isMember()) {
        const [id] = mark.split('.')
        const others = storedMarks().filter((other) => !other.startsWith(`${id}.`))
        localStorage.setItem(GUEST_READ_KEY, [mark, ...others].slice(0, MOST_READ_MARKS).join(' '))
      }
      show(storedMarks())
    } catch {
      // Without storage, or in a browser from before 2023, all discussions count as unread.
    }
  }
  remember('')
  addEventListener(READ_EVENT, ({ detail }) => remember(detail))
  document.addEventListener('DOMContentLoaded', () => remember(metaContent(META_READ_MARK) ?? ''))
}

function storedMarks(): string[] {
  const stored = localStorage.getItem(isMember() ? OWN_READ_KEY : GUEST_READ_KEY) ?? ''
  return stored.split(' ').filter((mark) => MARK.test(mark))
}
