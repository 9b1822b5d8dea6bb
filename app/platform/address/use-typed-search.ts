// What a list's box and filter say, in the address: it survives a reload, and back and forward bring it back.
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const TYPING_PAUSE_MS = 250

/**
 * A search box whose words go into the address a moment after the last key. The box leads: what the address gets from
 * it is never written back, so that no key and no blank is lost.
 * @param name the parameter of the address
 * @returns what the box shows, how to change it, and the words that the address has
 */
export function useTypedSearch(name = 'q'): {
  typed: string
  type: (text: string) => void
  text: string
} {
  const [search, setSearch] = useSearchParams()
  const text = search.get(name)?.trim() ?? ''
  const [typed, setTyped] = useState(text)
  /** What the address has from this box. */
  const sent = useRef(text)
  // Back, forward and links change the address under the box.
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
      // Another search begins on its first page.
      setSearch((before) => withParameter(withParameter(before, 'page', ''), name, words), {
        replace: true,
        preventScrollReset: true,
      })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, name, setSearch])
  return { typed, type: setTyped, text }
}

/** Sets a filter of the address; 'all' and nothing are left out of it. */
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
