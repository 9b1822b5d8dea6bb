// The caller of a request, created by api/auth/authenticate.ts and enforced by api/database/scope.ts.

/** The identity of a request; `role` is always one that the scope may set. */
export type Viewer = {
  role: 'anon' | 'authenticated' | 'service_role'
  /** JWT claims as they reach SQL in `request.jwt.claims`. */
  claims: Record<string, unknown>
  userId: string | null
  sessionId: string | null
  /** The client's address, as far as trusted proxies report it. */
  address: string
  /** The server itself, rendering a page for guests. */
  isRendering?: true
}

export function guest(address: string): Viewer {
  return { role: 'anon', claims: { role: 'anon' }, userId: null, sessionId: null, address }
}
