// 'Quote', beside a member's selection in a post. Loaded for members only.
import { Quote as QuoteIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as t from '#words/discussion-more.ts'
import { type Selected, selectedInPost } from './selection.ts'

const MARGIN = 8
const WIDTH = 96
/** The distance to a phone's bottom bar. */
const FROM_BOTTOM = 120

/** @param onQuote gets the post's element (with its `id`) and the selected text */
export default function QuoteButton({ onQuote }: { onQuote: (selected: Selected) => void }) {
  const [selected, setSelected] = useState<Selected | null>(null)
  useEffect(() => {
    const look = () => setSelected(selectedInPost())
    look()
    document.addEventListener('selectionchange', look)
    // The button's position is fixed, so scrolling hides it.
    document.addEventListener('scroll', look, { passive: true })
    return () => {
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('scroll', look)
    }
  }, [])
  if (!selected) return null
  const { place } = selected
  const left = Math.min(
    Math.max(MARGIN, place.left + place.width / 2 - WIDTH / 2),
    window.innerWidth - WIDTH - MARGIN,
  )
  // Below the selection: phones show their own menu above it.
  const top = Math.min(place.bottom + MARGIN, window.innerHeight - FROM_BOTTOM)
  return (
    <button
      type="button"
      aria-label={t.quoteTheSelectedWords}
      style={{ left, top, width: WIDTH }}
      className="fixed z-30 inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-line bg-surface text-14 font-medium text-text shadow-float hover:bg-raised sm:min-h-9"
      // Pressing the button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        onQuote(selected)
        document.getSelection()?.removeAllRanges()
      }}
    >
      <QuoteIcon size={16} aria-hidden />
      {t.quote}
    </button>
  )
}
