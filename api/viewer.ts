// Who is asking. Made once per request by api/auth/authenticate.ts and obeyed by api/database/scope.ts.

/** The identity under which one request runs; `role` is always one that the scope may set. */
export type Viewer = {
  role: 'anon' | 'authenticated' | 'service_role'
  /** JWT claims as they reach SQL in `request.jwt.claims`. */
  claims: Record<string, unknown>
  userId: string | null
  sessionId: string | null
  /** The client's address, as far as the configured proxies can be trusted. */
  address: string
  /** The server itself, which asks for what a page shows to a guest. */
  isRendering?: true
}

/** A visitor without a session. */
export function guest(address: string): Viewer {
  return { role: 'anon', claims: { role: 'anon' }, userId: null, sessionId: null, address }
}
