// The secrets of a mail that prove an address: the token in its link and a numeric code. The database stores only
// their hashes.
// biome-ignore lint/style/noRestrictedImports: a code of digits, evenly distributed.
import { randomInt } from 'node:crypto'
import { deriveKey, digest, hmac, isEqual, randomToken } from '../../crypto.ts'
import type { Sql } from '../../database/connection.ts'

/** The purposes of a proof, by Supabase's names. */
export type MailedTokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'

const MINUTE = 60
/** Seconds. A confirmation may wait until tomorrow; all others open an account that is in use. */
const LIFE_SECONDS: Record<MailedTokenType, number> = {
  confirmation_token: 24 * 60 * MINUTE,
  recovery_token: 10 * MINUTE,
  email_change_token_new: 24 * 60 * MINUTE,
  email_change_token_current: 24 * 60 * MINUTE,
  reauthentication_token: 10 * MINUTE,
}
/** With a million codes, the chance of guessing one is 1 in 200,000. */
const WRONG_TRIES = 5
/** Maximum lifetime of a code, even if its link lives longer. */
const CODE_MINUTES = 10
const LINK_BYTES = 32
/** Marks the link of a PKCE flow, as in GoTrue: an error must know where its redirect is read. */
const PKCE_PREFIX = 'pkce_'

export type MailedToken = {
  user_id: string
  token_type: MailedTokenType
  relates_to: string
  code_challenge: string | null
  /** The sign-up that a confirmation belongs to; null: none. */
  sign_up_id: string | null
}

type Guess = { code: string; types: readonly MailedTokenType[] } & ({ email: string } | { userId: string })

/** @param secret key material that every process of the site has and the database does not */
export function createMailSecrets(secret: string) {
  const key = deriveKey(secret, 'arthachowk mailed codes')
  const codeHash = (userId: string, type: string, code: string) => hmac(key, `${userId} ${type} ${code}`)

  return {
    /** Creates the link's token and the code of one proof; an earlier proof of the type, and sign-up, is revoked. */
    make: async (
      sql: Sql,
      {
        userId,
        type,
        email,
        challenge,
        signUp = null,
      }: {
        userId: string
        type: MailedTokenType
        email: string
        challenge: string | null
        signUp?: string | null
      },
    ) => {
      const link = `${challenge ? PKCE_PREFIX : ''}${randomToken(LINK_BYTES)}`
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await sql`
        insert into auth.one_time_tokens as t
          (user_id, token_type, sign_up_id, token_hash, code_hash, code_challenge, relates_to, expires_at)
        values (${userId}, ${type}, ${signUp}, ${digest(link)}, ${codeHash(userId, type, code)},
          ${challenge}, ${email}, now() + make_interval(secs => ${LIFE_SECONDS[type]}))
        on conflict on constraint one_time_tokens_once do update set
          token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
          code_challenge = excluded.code_challenge, expires_at = excluded.expires_at, attempts = 0,
          created_at = now(), updated_at = now()`
      return { link, code }
    },

    /** Consumes the proof with this link token. */
    takeByLink: async (
      sql: Sql,
      link: string,
      types: readonly MailedTokenType[],
    ): Promise<MailedToken | null> => {
      const [proof] = await sql<MailedToken[]>`
        delete from auth.one_time_tokens
        where token_hash = ${digest(link)} and token_type::text = any(${types as string[]}) and expires_at > now()
        returning user_id, token_type, relates_to, code_challenge, sign_up_id`
      return proof ?? null
    },

    /** Consumes the proof with this code, or counts a failed attempt. The caller must commit in both cases. */
    takeByCode: async (sql: Sql, guess: Guess): Promise<MailedToken | null> => {
      const { code, types } = guess
      const email = 'email' in guess ? guess.email : null
      const userId = 'userId' in guess ? guess.userId : null
      // Locks the row: of a thousand concurrent guesses, each sees the earlier ones.
      const waiting = await sql<(MailedToken & { id: string; code_hash: string })[]>`
        select id, user_id, token_type, relates_to, code_challenge, sign_up_id, code_hash
        from auth.one_time_tokens
        where (relates_to = ${email} or user_id = ${userId}) and token_type::text = any(${types as string[]})
          and code_hash is not null and expires_at > now()
          and created_at > now() - make_interval(mins => ${CODE_MINUTES})
        order by id
        for update`
      for (const { id, code_hash: stored, ...proof } of waiting) {
        if (!isEqual(codeHash(proof.user_id, proof.token_type, code), stored)) continue
        await sql`delete from auth.one_time_tokens where id = ${id}`
        return proof
      }
      await sql`
        update auth.one_time_tokens
        set attempts = attempts + 1, updated_at = now(),
          code_hash = case when attempts + 1 < ${WRONG_TRIES} then code_hash end
        where id = any(${waiting.map(({ id }) => id)}::uuid[])`
      return null
    },
  }
}

export type MailSecrets = ReturnType<typeof createMailSecrets>

/** Whether a link was created for a PKCE flow; works for expired ones too. */
export function isPkceLink(link: string): boolean {
  return link.startsWith(PKCE_PREFIX)
}
