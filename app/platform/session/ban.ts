// What the server last told of a ban, beside the refusal of a sign-in: the official client drops what it does not know.

export type Ban = {
  /** What the administrator wrote; null when nothing was. */
  reason: string | null
  /** ISO date of the ban; null when it is not known. */
  since: string | null
  /** ISO date of its end; null when it lasts until an administrator lifts it. */
  until: string | null
}

let last: Ban | null = null

/** Keeps the ban that an answer to a sign-in tells of. */
export async function noteBan(response: Response): Promise<void> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body !== 'object' || body === null || !('ban' in body)) return
  const { reason, since, until } = (body.ban ?? {}) as Partial<Record<keyof Ban, unknown>>
  last = { reason: textOf(reason), since: textOf(since), until: textOf(until) }
}

/** The ban of the last refused sign-in; null when none was told of. */
export function lastBan(): Ban | null {
  return last
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
