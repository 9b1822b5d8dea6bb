// Errors that auth.enter_session raises at the start of a member's transaction: the session may not continue,
// whatever the request was. Each API reports this in its own format and never as a server error.

/** `insufficient_aal`: the account has a second factor that this session has not verified. */
export type SessionRefusal =
  | { status: 401; code: 'session_not_found' }
  | { status: 403; code: 'insufficient_aal' }

/** @returns null for every other error */
export function sessionRefusal(error: unknown): SessionRefusal | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (code === 'PT401' && message === 'session_not_found') return { status: 401, code: message }
  if (code === 'PT403' && message === 'insufficient_aal') return { status: 403, code: message }
  return null
}
