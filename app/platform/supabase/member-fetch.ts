// The API as the member: the `fetch` of the official client, and the only requests beside it, for what it cannot do: a
// request that outlives the page, an upload that tells its progress, bytes, and addresses that it does not know. A proof
// of work that is required, a Retry-After and a session that is over are handled here for all of them.
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { noteBan } from '#app/platform/session/ban.ts'
import { client, currentSession } from '#app/platform/session/session.ts'
import { SESSION_KEY } from '#shared/page-contract.ts'
import { publishableKey } from './client-options.ts'
import { fetchWithProof } from './fetch-with-proof.ts'

/**
 * Requests `path` of this site as the signed-in member. A body that is a string is JSON.
 * @param send instead of `fetch`
 * @throws if the site cannot be reached
 */
export async function memberFetch(path: string, init: RequestInit = {}, send = fetch): Promise<Response> {
  const { data } = await (await client()).auth.getSession()
  return watchedFetch(path, asBearer(init, data.session?.access_token), send)
}

/**
 * The same while the page is being left: sent before this returns, and the page need not live until the response. The
 * token is that of the stored session, because there is no time to renew it.
 */
export function leavingFetch(path: string, init: RequestInit): Promise<Response> {
  const session = JSON.parse(localStore().getItem(SESSION_KEY) ?? '{}') as { access_token?: string }
  return watchedFetch(path, { ...asBearer(init, session.access_token), keepalive: true })
}

/** `init` with the headers that say who asks. */
export function asBearer(init: RequestInit = {}, token = ''): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('apikey', publishableKey())
  headers.set('authorization', `Bearer ${token}`)
  if (typeof init.body === 'string') headers.set('content-type', 'application/json')
  return { ...init, headers }
}

/** The `fetch` of the official client. After a 401 for the member's own token it finds out whether there still is a session. */
export async function watchedFetch(
  input: RequestInfo | URL,
  init?: RequestInit,
  send?: typeof fetch,
): Promise<Response> {
  const begun = takeBegun(input, init)
  const response = (begun && (await begun)) ?? (await fetchWithProof(input, init, send))
  const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.origin)
  // The library handles the responses of the auth API itself.
  const isAuth = pathname.startsWith('/auth/v1/')
  if (response.status === 400 && pathname === '/auth/v1/token') await noteBan(response)
  if (response.status === 401 && !isAuth && carriesMemberToken(init)) void judgeSession()
  return response
}

/** What was read for as long may have changed meanwhile. */
const FRESH_MS = 10_000
/** A read, although it is sent as a POST: its parameter is too long for an address. */
const LONG_READ = '/rest/v1/rpc/unread_replies'

/**
 * The answer to a read that the server has made with the first rows (app/shell/first-paint/member.ts), once.
 * @returns null if there is none, at once or when that is known: the read must be sent
 */
export function takeBegun(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response | null> | null {
  const begun = window.ownPart
  if (!begun) return null
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, window.location.origin)
  // What is written may change what was read.
  const method = init?.method ?? 'GET'
  const isRead = method === 'GET' || method === 'HEAD' || pathname === LONG_READ
  if (!isRead || Date.now() - begun.at > FRESH_MS) {
    delete window.ownPart
    return null
  }
  if (new Headers(init?.headers).get('authorization') !== begun.authorization) return null
  const path = pathname + search
  return begun.answer.then((part) => {
    if (!part || !(path in part.reads) || window.ownPart !== begun) return null
    const rows = part.reads[path]
    delete part.reads[path]
    return Response.json(rows)
  })
}

function carriesMemberToken(init: RequestInit | undefined): boolean {
  const bearer = new Headers(init?.headers).get('authorization')
  return bearer !== null && bearer !== `Bearer ${publishableKey()}`
}

let judging = false

/** The token was refused: either it can be refreshed, or the session is over (a ban, or ended elsewhere). */
async function judgeSession(): Promise<void> {
  if (judging || currentSession().status !== 'member') return
  judging = true
  try {
    const { auth } = await client()
    const { error } = await auth.refreshSession()
    // A network or server error does not tell whether the session is over.
    const isOver = error && error.name !== 'AuthRetryableFetchError'
    if (isOver) await auth.signOut({ scope: 'local' })
  } catch (error) {
    console.warn('the session could not be renewed', error)
  } finally {
    judging = false
  }
}
