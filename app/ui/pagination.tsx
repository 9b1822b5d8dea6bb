// Numbered pages as links.
import { formatNumber } from '#shared/format.ts'
import * as t from '#words/ui.ts'
import { Link } from './link.tsx'

const CELL =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 text-15 tabular-nums'

type PaginationProps = { page: number; pages: number; href: (page: number) => string; label: string }

export function Pagination({ page, pages, href, label }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="mt-6 flex flex-wrap items-center justify-center gap-1">
      {page > 1 ? (
        <Link to={href(page - 1)} rel="prev" className={`${CELL} hover:bg-raised`}>
          ‹ <span className="sr-only sm:not-sr-only sm:ml-1">{t.previous}</span>
        </Link>
      ) : null}
      {visiblePages(page, pages).map((entry) =>
        entry.gap ? (
          <span key={entry.key} className="px-1 text-muted" aria-hidden>
            …
          </span>
        ) : entry.page === page ? (
          <span
            key={entry.key}
            aria-current="page"
            className={`${CELL} bg-accent-soft font-semibold text-accent`}
          >
            <span className="sr-only">{t.page}</span>
            {formatNumber(entry.page)}
          </span>
        ) : (
          <Link key={entry.key} to={href(entry.page)} className={`${CELL} hover:bg-raised`}>
            <span className="sr-only">{t.page}</span>
            {formatNumber(entry.page)}
          </Link>
        ),
      )}
      {page < pages ? (
        <Link to={href(page + 1)} rel="next" className={`${CELL} hover:bg-raised`}>
          <span className="sr-only sm:not-sr-only sm:mr-1">{t.next}</span> ›
        </Link>
      ) : null}
    </nav>
  )
}

type Entry = { key: string; page: number; gap: boolean }

/** The first page, the last page and the neighbours of `page`, with gaps between. */
function visiblePages(page: number, pages: number): Entry[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const sorted = [...new Set(shown)].sort((a, b) => a - b)
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1]
    const entry = { key: `page-${one}`, page: one, gap: false }
    return before !== undefined && one - before > 1
      ? [{ key: `gap-${one}`, page: 0, gap: true }, entry]
      : [entry]
  })
}
