// Posts a text once, whatever happens to the answer. Each attempt has the same id, so that the database refuses a second
// row. The id belongs to the draft and not to the tab: a duplicated tab copies the session storage, and its text is
// another post.

/**
 * A request without a response is given up after this time: the form says so, and the next attempt uses the same id.
 */
export const POST_TIMEOUT_MS = 20_000

/** More versions of one text are not sent without an answer. */
const MOST_SENT = 5

/** What was sent under one id and had no answer. */
export type Attempts = { id: string; sent: readonly string[] }

/** Where a draft keeps its attempts. */
export type AttemptsKeeper = {
  /** Null when there are none, or another tab took the draft over with them. */
  attempts: () => Attempts | null
  noteAttempts: (attempts: Attempts) => void
}

/** The id is taken by a row with words that this form did not send. */
export class TakenId extends Error {}

/**
 * Posts the text of a draft.
 * @param words its words, by which the row of an earlier attempt is recognized
 * @param post sends it under the id of `attempt`; throws TakenId for a row whose words are none of `sent`
 */
export async function postOnce<Answer>(
  draft: AttemptsKeeper,
  words: string,
  post: (attempt: Attempts) => Promise<Answer>,
): Promise<Answer> {
  const attempt = ({ id, sent }: Attempts) => {
    const attempts = { id, sent: [...sent.filter((one) => one !== words), words].slice(-MOST_SENT) }
    draft.noteAttempts(attempts)
    return post(attempts)
  }
  try {
    return await attempt(draft.attempts() ?? { id: newId(), sent: [] })
  } catch (error) {
    if (!(error instanceof TakenId)) throw error
    return await attempt({ id: newId(), sent: [] })
  }
}

/** Whether a failed request got a response of the API; one without a response has an empty code. */
export function isAnswer(error: { code: string }): boolean {
  return error.code !== ''
}

/** A random id (UUID version 4). Unlike crypto.randomUUID it also works on a plain-http address of a local network. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
