// 'Load More' is below the rows that it loads: the focus moves to the first of them, and how many came is said.
import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { focusItem } from './focus-item.ts'

/** The id of the words, which describe the first row where a link without a script led to it. */
export const ARRIVED = 'arrived'

type ArrivedProps = {
  page: number
  /** The ids of the page's own rows; those of muted ones may be missing in the document. */
  rows: readonly string[]
  /** Of a page after the first, and different on each: '20 more discussions, from rank 21'. */
  words: string
}

export function Arrived({ page, rows, words }: ArrivedProps) {
  const isPushed = useNavigationType() === 'PUSH'
  const shown = useRef(page)
  useEffect(() => {
    const isNext = page === shown.current + 1
    shown.current = page
    if (!isNext || !isPushed) return
    const [row] = rows.flatMap((id) => document.getElementById(id) ?? [])
    // Before the frame looks: it takes the focus from a link that led on, and leaves it anywhere else.
    if (row) focusItem(row, {})
  }, [page, rows, isPushed])
  return (
    <p id={ARRIVED} role="status" className="sr-only">
      {page > 1 ? words : ''}
    </p>
  )
}
