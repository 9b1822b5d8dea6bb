// What a list's box and filter say, in the address: it survives a reload, and back and forward bring it back.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

const TYPING_PAUSE_MS = 250

/**
 * A search box whose words go into the address as `q`, a moment after the last key.
 * @returns what the box shows, and how to change it
 */
export function useTypedSearch(): [typed: string, type: (text: string) => void] {
  const [search, setSearch] = useSearchParams()
  const text = search.get('q')?.trim() ?? ''
  const [typed, setTyped] = useState(text)
  // Back and forward change the address under the box.
  useEffect(() => setTyped(text), [text])
  useEffect(() => {
    if (typed.trim() === text) return
    const pause = setTimeout(() => {
      setSearch((before) => withParameter(before, 'q', typed.trim()), {
        replace: true,
        preventScrollReset: true,
      })
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed, text, setSearch])
  return [typed, setTyped]
}

/** Sets a filter of the address; 'all' and nothing are left out of it. */
export function useFilter(name: string): (value: string) => void {
  const [, setSearch] = useSearchParams()
  return (value) => setSearch((before) => withParameter(before, name, value), { preventScrollReset: true })
}

function withParameter(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (value === '' || value === 'all') after.delete(name)
  else after.set(name, value)
  return after
}
