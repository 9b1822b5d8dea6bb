// What a mailed link said when it led here: the contract puts it into the query, and into the fragment.
import { useEffect, useState } from 'react'

export type LinkAnswer = {
  /** The link was refused: over, used, or of a banned account. */
  error: string | null
  /** A step was taken, and another one is left. */
  message: string | null
  /** A code came with it, which the client exchanges for a session. */
  hasCode: boolean
}

/** Reads it once, before the client tidies the address up. Null on the server and in the first render. */
export function useLinkAnswer(): LinkAnswer | null {
  const [answer, setAnswer] = useState<LinkAnswer | null>(null)
  useEffect(() => {
    setAnswer((known) => known ?? linkAnswer(window.location.search, window.location.hash))
  }, [])
  return answer
}

/** @param search, hash as the browser's location has them */
export function linkAnswer(search: string, hash: string): LinkAnswer {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const of = (name: string) => query.get(name) ?? fragment.get(name)
  return { error: of('error_code'), message: of('message'), hasCode: query.has('code') }
}
