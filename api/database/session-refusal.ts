// What auth.enter_session raises at the beginning of a member's transaction: who asks may not go on, whatever they
// asked for. Each door says so in its own shape; none may take it for a failure.

/** `insufficient_aal`: the account has a second factor that this session has not shown. */
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
