// The path after signing in, and the reason for signing in. The path comes from the address, so anybody may have
// written it: only paths of this site are allowed, to prevent open redirects. Without one it is the page whose link led
// here (SignInLink).
import { useEffect, useState, useSyncExternalStore } from 'react'
import { NavigationType, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { type Verb, waitingVerb } from '#app/platform/acts/guest.ts'
import { useSession } from '#app/platform/session/session.ts'
import { withoutLanguage } from '#shared/languages.ts'
import { trimEnd } from '#shared/trim.ts'
import * as t from '#words/auth-more.ts'

const LONGEST = 2_000
/** Pages that would redirect a signed-in visitor again. */
const AUTH_PAGES = ['/signin', '/signup', '/forgot-password', '/reset-password', '/confirmed']
/** Placeholder host (RFC 2606); a path that resolves to another host was not a path. */
const NOWHERE = 'http://site.invalid'

/**
 * The path of this site that `next` means, with query and fragment, as the routes have it: without the prefix of a language;
 * '/' if it means anything else. The URL parser
 * decides: it knows that `/\evil`, a tab in `/\t/evil` and `/.//evil` are or become addresses of another host.
 */
export function nextPath(next: string | null): string {
  if (!next?.startsWith('/') || next.length > LONGEST) return '/'
  if (!URL.canParse(next, NOWHERE)) return '/'
  const url = new URL(next, NOWHERE)
  if (url.origin !== NOWHERE || url.pathname.startsWith('//')) return '/'
  if (isAuthPage(url.pathname)) return '/'
  return withoutLanguage(url.pathname) + url.search + url.hash
}

const isAuthPage = (pathname: string) => AUTH_PAGES.includes(trimEnd(withoutLanguage(pathname), '/'))

/** The address of the page `page` that redirects to `next` afterwards: after signing in, or by /confirmed. */
export function authPath(page: '/' | '/signin' | '/signup' | '/confirmed', next: string): string {
  return next === '/' ? page : `${page}?next=${encodeURIComponent(next)}`
}

const never = () => () => undefined

/** The path of the page's parameter `next`, if it is allowed; else that of the page that linked to this document. */
export function useNextPath(): string {
  const [parameters] = useSearchParams()
  // Otherwise the router came here, from a page that is not the referrer.
  const isLoaded = useNavigationType() === NavigationType.Pop
  const led = useSyncExternalStore(
    never,
    () => pathThatLed([document.referrer, ...addressesBefore()], window.location.origin),
    () => null,
  )
  return nextPath(parameters.get('next') ?? (isLoaded ? led : null))
}

/**
 * The path of the page of this site that led here. A link between the pages that redirect has no address in it until the page
 * is hydrated, so that whoever was quicker came by such a page: then what it returns to, or the page before it.
 * @param addresses of the pages before this one, the latest first
 */
export function pathThatLed(addresses: readonly string[], origin: string): string | null {
  for (const address of addresses) {
    if (!address.startsWith(`${origin}/`)) return null
    const { pathname, searchParams } = new URL(address)
    const path = isAuthPage(pathname) ? searchParams.get('next') : address.slice(origin.length)
    if (path) return path
  }
  return null
}

/** Of the pages before this one in this tab, as far as the browser tells: those without the Navigation API tell nothing. */
function addressesBefore(): string[] {
  if (!('navigation' in window)) return []
  const { currentEntry } = window.navigation
  const before = window.navigation.entries().slice(0, currentEntry?.index ?? 0)
  return before.map(({ url }) => url ?? '').reverse()
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
  upvote: t.yourUpvoteIsCastAs,
  reply: t.theEditorForYourReply,
  bookmark: t.yourBookmarkIsKeptAs,
  follow: t.youFollowThisMemberAs,
  report: t.youCanReportThePost,
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
