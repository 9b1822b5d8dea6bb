// The path after signing in, and the reason for signing in. The path comes from the address, so anybody may have
// written it: only paths of this site are allowed, to prevent open redirects.
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Verb, waitingVerb } from '#app/platform/acts/guest.ts'
import { useSession } from '#app/platform/session/session.ts'
import { trimEnd } from '#shared/trim.ts'

const LONGEST = 2_000
/** Pages that would redirect a signed-in visitor again. */
const AUTH_PAGES = ['/signin', '/signup', '/forgot-password', '/reset-password', '/confirmed']
/** Placeholder host (RFC 2606); a path that resolves to another host was not a path. */
const NOWHERE = 'http://site.invalid'

/**
 * The path of this site that `next` means, with query and fragment; '/' if it means anything else. The URL parser
 * decides: it knows that `/\evil`, a tab in `/\t/evil` and `/.//evil` are or become addresses of another host.
 */
export function nextPath(next: string | null): string {
  if (!next?.startsWith('/') || next.length > LONGEST) return '/'
  if (!URL.canParse(next, NOWHERE)) return '/'
  const url = new URL(next, NOWHERE)
  if (url.origin !== NOWHERE || url.pathname.startsWith('//')) return '/'
  if (AUTH_PAGES.includes(trimEnd(url.pathname, '/'))) return '/'
  return url.pathname + url.search + url.hash
}

/** The address of the sign-in or sign-up page `page` that redirects to `next` afterwards. */
export function authPath(page: '/signin' | '/signup' | '/confirmed', next: string): string {
  return next === '/' ? page : `${page}?next=${encodeURIComponent(next)}`
}

/** The path of the page's parameter `next`, if it is allowed. */
export function useNextPath(): string {
  const [parameters] = useSearchParams()
  return nextPath(parameters.get('next'))
}

/** Redirects to `next` as soon as there is a session. @returns whether it does */
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

/** The line below the heading; `otherwise` without a pending intent, and on the server. */
export function useIntentWords(otherwise: string): string {
  const [words, setWords] = useState(otherwise)
  useEffect(() => {
    const verb = waitingVerb()
    setWords(verb ? WORDS[verb] : otherwise)
  }, [otherwise])
  return words
}
