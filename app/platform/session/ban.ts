// The ban in the last response to a sign-in: the official client drops fields that it does not know.

export type Ban = {
  /** The administrator's reason; null if there is none. */
  reason: string | null
  /** ISO date of the ban; null if unknown. */
  since: string | null
  /** ISO date of its end; null for a ban until an administrator lifts it. */
  until: string | null
}

let last: Ban | null = null

/** Stores the ban of a response to a sign-in. */
export async function noteBan(response: Response): Promise<void> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('ban' in body)) return
  const { reason, since, until } = (body.ban ?? {}) as Partial<Record<keyof Ban, unknown>>
  last = { reason: textOf(reason), since: textOf(since), until: textOf(until) }
}

/** The ban of the last refused sign-in; null if there was none. */
export function lastBan(): Ban | null {
  return last
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
