// Where a visitor goes after signing in, and what they were about to do. The wish comes out of the address, so anybody may
// have written it: it is followed only within this site (an open redirect would lend our name to a stranger's page).
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Verb, waitingVerb } from '#app/platform/session/intent.ts'
import { useSession } from '#app/platform/session/session.ts'

const LONGEST = 2_000
/** Sent back to these, a visitor would only be led on again. */
const DOORS = ['/signin', '/signup', '/forgot-password', '/reset-password', '/confirmed']
/** No host can be called so (RFC 2606); what resolves to another one was not a path. */
const NOWHERE = 'http://site.invalid'

/**
 * The path of this site that `next` means, with query and fragment; '/' when it means anything else.
 * A browser's own parser is the judge: it knows that `/\evil`, a tab in `/\t/evil` and `/.//evil` are addresses
 * of another host or become one.
 */
export function nextPath(next: string | null): string {
  if (!next?.startsWith('/') || next.length > LONGEST) return '/'
  if (!URL.canParse(next, NOWHERE)) return '/'
  const url = new URL(next, NOWHERE)
  if (url.origin !== NOWHERE || url.pathname.startsWith('//')) return '/'
  if (DOORS.includes(url.pathname.replace(/\/+$/, ''))) return '/'
  return url.pathname + url.search + url.hash
}

/** The address of `door` that leads on to `next` afterwards. */
export function authPath(door: '/signin' | '/signup' | '/confirmed', next: string): string {
  return next === '/' ? door : `${door}?next=${encodeURIComponent(next)}`
}

/** Where the page's address says to go afterwards, as far as it may be followed. */
export function useNextPath(): string {
  const [parameters] = useSearchParams()
  return nextPath(parameters.get('next'))
}

/** Leads on to `next` as soon as there is a session. @returns whether it is doing so */
export function useRedirectIfSignedIn(next: string): boolean {
  const isMember = useSession().status === 'member'
  const navigate = useNavigate()
  useEffect(() => {
    if (isMember) void navigate(next, { replace: true })
  }, [isMember, navigate, next])
  return isMember
}

const WORDS: Readonly<Record<Verb, string>> = {
  upvote: 'Your upvote is cast as soon as you are signed in.',
  reply: 'The editor for your reply opens as soon as you are signed in.',
  bookmark: 'Your bookmark is kept as soon as you are signed in.',
  follow: 'You follow this member as soon as you are signed in.',
  report: 'You can report the post as soon as you are signed in.',
}

/** The line below the heading; `otherwise` while nothing waits, and on the server. */
export function useIntentWords(otherwise: string): string {
  const [words, setWords] = useState(otherwise)
  useEffect(() => {
    const verb = waitingVerb()
    setWords(verb ? WORDS[verb] : otherwise)
  }, [otherwise])
  return words
}
