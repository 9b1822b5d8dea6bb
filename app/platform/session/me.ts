// Who the member is, in one request (public.me) at the start of a session: the session takes the profile, and the first
// read of each other part takes that part from it.
import type { Language } from '#shared/languages.ts'
import { agreeOnLanguage } from './own-language.ts'
import type { DbClient, Profile, Sanction } from './session.ts'

export type Me = {
  /** Null if the member has none yet. */
  profile: Profile | null
  is_admin: boolean
  /** How many rows of the notifications are unread. */
  unread: number
  mutes: {
    id: string
    member_id: string | null
    category_id: string | null
    tag: string | null
    word: string | null
    thread_id: string | null
    member: { username: string } | null
    category: { name: string; slug: string } | null
    thread: { title: string } | null
  }[]
  sanction: Sanction | null
  first_run: { subjects: number; has_face: boolean; has_said_hello: boolean; is_dismissed: boolean } | null
  /** Null: none was chosen. */
  language: Language | null
}

type Part = 'unread' | 'mutes' | 'first_run'

/** A part that was not taken for as long may have changed meanwhile. */
const FRESH_MS = 10_000

let last: { userId: string; answer: Promise<Me>; untaken: Set<Part>; at: number } | null = null

/** @throws the API's error */
export async function readMe(reader: DbClient): Promise<Me> {
  const { data } = await reader.rpc('me', undefined, { get: true }).throwOnError()
  return data[0] as unknown as Me
}

/** Asks for all parts; the first answer of a session has those to take. @throws the API's error */
export function askMe(reader: DbClient, userId: string): Promise<Me> {
  const answer = readMe(reader)
  void answer.then(
    ({ language }) => agreeOnLanguage(language),
    () => undefined,
  )
  // When a member is read again, their parts have been read and may have changed.
  if (last?.userId !== userId)
    last = { userId, answer, untaken: new Set(['unread', 'mutes', 'first_run']), at: Date.now() }
  return answer
}

/**
 * A part of what `askMe` was answered, for the first read that asks for it.
 * @returns undefined if it was taken, is too old, or could not be read: the caller reads it itself
 */
export async function partOfMe<Of extends Part>(userId: string, part: Of): Promise<Me[Of] | undefined> {
  const from = last
  if (from?.userId !== userId || !from.untaken.delete(part) || Date.now() - from.at > FRESH_MS)
    return undefined
  return from.answer.then(
    (me) => me[part],
    () => undefined,
  )
}
