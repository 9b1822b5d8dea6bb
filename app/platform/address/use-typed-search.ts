// Search text and filters of a list, kept in the address: they survive a reload and the back button.
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const TYPING_PAUSE_MS = 250

/**
 * A search box that updates the address after a pause in typing. The address does not write its own update back into
 * the box, so that no keystroke or space is lost.
 * @param name the parameter of the address
 * @returns the text of the box, its setter, and the text in the address
 */
export function useTypedSearch(name = 'q'): {
  typed: string
  type: (text: string) => void
  text: string
} {
  const [search, setSearch] = useSearchParams()
  const text = search.get(name)?.trim() ?? ''
  const [typed, setTyped] = useState(text)
  /** What this box wrote to the address last. */
  const sent = useRef(text)
  // Back, forward and links change the address without the box.
  useEffect(() => {
    if (text === sent.current) return
    sent.current = text
    setTyped(text)
  }, [text])
  useEffect(() => {
    const words = typed.trim()
    if (words === sent.current) return
    const pause = setTimeout(() => {
      sent.current = words
      // A new search starts on its first page.
      setSearch((before) => withParameter(withParameter(before, 'page', ''), name, words), {
        replace: true,
        preventScrollReset: true,
      })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, name, setSearch])
  return { typed, type: setTyped, text }
}

/** Sets a filter of the address; 'all' and '' are left out of it. */
export function useFilter(name: string): (value: string) => void {
  const [, setSearch] = useSearchParams()
  return (value) =>
    setSearch((before) => withParameter(withParameter(before, 'page', ''), name, value), {
      preventScrollReset: true,
    })
}

function withParameter(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (value === '' || value === 'all') after.delete(name)
  else after.set(name, value)
  return after
}
