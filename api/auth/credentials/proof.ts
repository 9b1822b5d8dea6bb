// The proof that a change of a way into an account rests on. A type of its own, which only these functions make, so that a
// change without a proof does not compile.
import type { MailedToken } from '../emails/mail-secrets.ts'
import type { SignedIn } from '../services.ts'

declare const proven: unique symbol

export type RecentProof = {
  readonly userId: string
  /** The session that makes the change and survives it; null: none does. */
  readonly sessionId: string | null
  readonly [proven]: true
}

/** For recent-proof.ts, which has asked the session for it. */
export function provenBySession({ user, session }: SignedIn): RecentProof {
  return recentProof(user.id, session?.id ?? null)
}

/**
 * The link or code of a mail was consumed in the transaction of the change.
 * @param sessionId the session that asked for the mail, if it is still there
 */
export function provenByMail(
  { user_id }: Pick<MailedToken, 'user_id'>,
  sessionId: string | null,
): RecentProof {
  return recentProof(user_id, sessionId)
}

/** A provider has verified the account's own address, or the session has proved itself when the flow began. */
export function provenByProvider(userId: string, sessionId: string | null): RecentProof {
  return recentProof(userId, sessionId)
}

function recentProof(userId: string, sessionId: string | null): RecentProof {
  return { userId, sessionId } as RecentProof
}
