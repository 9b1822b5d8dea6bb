// Where a visitor goes after signing in. The wish comes out of the address, so anybody may have written it:
// it is followed only within this site (an open redirect would lend our name to a stranger's page).

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
