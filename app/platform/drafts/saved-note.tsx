// 'Saved 2 s ago' beside a form with a draft. It is no live region, because a screen reader would read it out each
// second.
import { useEffect, useState, useSyncExternalStore } from 'react'
import * as t from '#words/platform-more.ts'
import type { SavedTime } from './use-draft.ts'

const SECOND_MS = 1_000

export function SavedNote({ saved }: { saved: SavedTime }) {
  const at = useSyncExternalStore(saved.subscribe, saved.get)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (at === null) return
    const look = () => setNow(Date.now())
    look()
    const tick = setInterval(look, SECOND_MS)
    return () => clearInterval(tick)
  }, [at])
  if (at === null) return null
  return (
    <p className="whitespace-nowrap text-13 text-muted tabular-nums">
      {savedWords(Math.floor((now - at) / SECOND_MS))}
    </p>
  )
}

/** The longer ago it was, the less often the words change. */
export function savedWords(seconds: number): string {
  if (seconds < 2) return t.savedJustNow
  if (seconds < 10) return t.savedSAgo(seconds)
  if (seconds < 60) return t.savedSAgo2(seconds - (seconds % 10))
  return t.savedMinAgo(Math.floor(seconds / 60))
}
