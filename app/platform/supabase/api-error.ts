// Errors of the API, and their messages.

/**
 * An error that the official client returned, to be thrown. Without `throwOnError` it returns a plain object, which its
 * types call an Error: its message would be shown as "[object Object]".
 */
export function apiError(error: { message: string }): Error {
  return error instanceof Error ? error : Object.assign(new Error(error.message), error)
}

/** The message of what was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
