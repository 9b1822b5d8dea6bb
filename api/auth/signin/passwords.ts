// Password rules, hashing, and comparison in constant time.
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { PASSWORD } from '../../../shared/password.ts'
import { limitConcurrency } from '../../concurrency.ts'
import { AuthError, invalid, type WeakPassword } from '../errors.ts'
import { matchesForeign } from './foreign-passwords.ts'

const ARGON2ID = {
  algorithm: 2 satisfies Algorithm,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const
/** As `hash` writes it, and as auth.users_foreign_password_idx has it. */
const OURS = '$argon2id$v=19$m=19456,t=2,p=1$'
/** Each hash takes 19 MiB and a core for about 20 ms, on a worker thread; others queue. */
const BOUNDS = { atOnce: 2, waiting: 200, refusal: tooManyWait }

/**
 * @param minimum minimum length of a new password, in code points
 * @param blocklist whether common passwords are refused
 * @throws AuthError 429 from hash() and matches(), when too many are queued
 */
export function createPasswords(minimum: number = PASSWORD.minCodePoints, blocklist = true) {
  const turn = limitConcurrency(BOUNDS)
  const nobody = hash(crypto.randomUUID(), ARGON2ID)

  /** @param person words known about the person: address, username */
  const weakness = async (password: string, person: readonly string[] = []): Promise<WeakPassword | null> => {
    const candidate = normal(password)
    const reasons: WeakPassword['reasons'] = []
    const messages: string[] = []
    if ([...candidate].length < minimum) {
      reasons.push('length')
      messages.push(`Password should be at least ${minimum} characters.`)
    }
    if ((blocklist && (await isCommon(candidate, minimum))) || isAboutPerson(candidate, person)) {
      reasons.push('pwned')
      messages.push('Password is known to be weak and easy to guess, please choose a different one.')
    }
    return reasons.length > 0 ? { message: messages.join(' '), reasons } : null
  }

  return {
    weakness,
    /** The PHC string to store. */
    hash: (password: string) => turn(() => hash(normal(password), ARGON2ID)),
    /** Whether `password` matches; without a stored hash it takes the same time and returns false. */
    matches: (password: string, stored: string | null) =>
      turn(async () => {
        if (stored && isForeign(stored)) return !cannotMatch(password) && matchesForeign(stored, password)
        // No such password was ever stored. The comparison takes place all the same, for its time.
        const given = cannotMatch(password) ? '' : normal(password)
        const right = await verify(stored || (await nobody), given)
        return right && Boolean(stored) && given !== ''
      }),
    /** Whether the stored hash came with an import, to be replaced when its password is known. */
    isForeign,
    /**
     * Refuses passwords that are too long or too easy to guess. There are no composition rules.
     * @throws AuthError 422 weak_password with reasons; 400 when longer than can be hashed
     */
    check: async (password: string, person?: readonly string[]): Promise<void> => {
      // In bytes and before all else: 1 MB of letters that grow under NFKC would take a second to normalise.
      if (isTooLong(password)) throw tooLong()
      const weak = await weakness(password, person)
      if (weak) throw new AuthError(422, 'weak_password', weak.message, { weak_password: weak })
      if (isTooLong(normal(password))) throw tooLong()
    },
  }
}

function isForeign(stored: string): boolean {
  return !stored.startsWith(OURS)
}

function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > PASSWORD.maxBytes
}

/** Whether no stored password can be this one. A decomposed spelling is up to four times as long as the stored one. */
function cannotMatch(password: string): boolean {
  return Buffer.byteLength(password) > 4 * PASSWORD.maxBytes
}

function tooLong(): AuthError {
  return invalid(`Password cannot be longer than ${PASSWORD.maxBytes} bytes`)
}

function tooManyWait(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: '2' })
}

let common: Promise<Set<string>> | undefined

/** The list is loaded on first use: most processes never need it. */
async function isCommon(password: string, minimum: number): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  const lower = password.toLowerCase()
  // A password that is too short for any site need not be looked up as well.
  const isLongEnough = lower.length >= Math.min(minimum, PASSWORD.minCodePoints)
  return (isLongEnough && (await common).has(lower)) || /^(.)\1*$/u.test(lower)
}

function isAboutPerson(password: string, person: readonly string[]): boolean {
  const lower = password.toLowerCase()
  // A word that is longer than a password is none.
  return person.some((word) => word !== '' && !isTooLong(word) && normal(word).toLowerCase() === lower)
}

/** Normalises input of different keyboards to the same password (NIST SP 800-63B, 3.1.1.2). */
function normal(password: string): string {
  return password.normalize('NFKC')
}
