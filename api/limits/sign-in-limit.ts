// Guessing a password: bounded by where the guesses come from and by the account they are for. Every attempt is
// counted before its password is looked at and taken back when it was right, so that a hundred guesses sent at
// once are no better than a hundred in a row, and right ones may be many.
//
// Nobody is shut out by somebody else's guesses: beyond the limit an attempt costs a proof of work, which the site's own
// forms bring by themselves. Ten times beyond it an address is refused; an account never is. Addresses that hold a
// session of an account count apart from strangers, and so don't even need the proof.
import { createHash } from 'node:crypto'
import { limitKey } from './client-address.ts'
import type { Counter, CounterFactory } from './counters.ts'
import { createGradual, NEVER_REFUSED, takeAll, type Verdict } from './gradual.ts'
import type { Proof } from './proof-of-work.ts'

const PER_MINUTE = { name: 'sign-in-minute', points: 6, seconds: 60 }
const PER_HOUR = { name: 'sign-in-hour', points: 30, seconds: 3_600 }
const PER_ACCOUNT = { name: 'sign-in-account', points: 5, seconds: 1_800 }

type SignInAttempt = Verdict & {
  /** The password was right: the attempt does not count. */
  succeeded(): Promise<void>
}

export type SignInLimit = (attempt: {
  address: string
  email: string
  proof: Proof
  /** Whether a session of the account is held from this address; asked once the address may guess at all. */
  known: () => Promise<boolean>
}) => Promise<SignInAttempt>

export function createSignInLimit(counterFor: CounterFactory): SignInLimit {
  const minute = createGradual(counterFor, PER_MINUTE)
  const hour = createGradual(counterFor, PER_HOUR)
  const account = createGradual(counterFor, PER_ACCOUNT, NEVER_REFUSED)
  return async ({ address, email, proof, known }) => {
    const from = limitKey(address)
    const whose = createHash('sha256').update(email).digest('base64url')
    const place = await takeAll(
      [
        { limit: minute, key: from },
        { limit: hour, key: from },
      ],
      proof,
    )
    if (place.waitMs > 0) return { ...place, succeeded: place.giveBack }
    const key = (await known()) ? `${whose} ${from}` : whose
    const person = await takeAll([{ limit: account, key }], proof)
    if (person.waitMs > 0) {
      await place.giveBack()
      return { ...person, succeeded: person.giveBack }
    }
    return {
      ...person,
      succeeded: async () => {
        await Promise.all([place.giveBack(), person.giveBack()])
      },
    }
  }
}

/** Counts one attempt in each of `counts`, until one of them says to wait. */
export async function attempt(
  counts: { counter: Counter; key: string }[],
): Promise<{ wait: number; succeeded(): Promise<void> }> {
  const taken: typeof counts = []
  for (const count of counts) {
    const wait = await count.counter.take(count.key)
    taken.push(count)
    if (wait > 0) return { wait, succeeded: () => Promise.resolve() }
  }
  return {
    wait: 0,
    succeeded: async () => {
      await Promise.all(taken.map(({ counter, key }) => counter.giveBack(key)))
    },
  }
}
