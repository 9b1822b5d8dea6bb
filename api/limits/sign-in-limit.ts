// Limits password guesses by address and by account. Every attempt is counted before its password is checked and
// refunded when it was right, so a hundred concurrent guesses are no better than a hundred in a row.
//
// Guesses by others do not lock anyone out: beyond the limit an attempt needs a proof of work, which the site's forms
// provide automatically. At ten times the limit an address is refused; an account never is. Addresses with a session
// of the account are counted separately and do not even need the proof.
import { digest } from '../crypto.ts'
import { limitKey } from './client-address.ts'
import type { Counter, CounterFactory } from './counters.ts'
import { createGradual, takeAll, type Verdict } from './gradual.ts'
import type { ProofOfWork } from './proof-of-work.ts'
import { RULES } from './rules.ts'

type SignInAttempt = Verdict & {
  /** The password was right: refunds the attempt. */
  succeeded(): Promise<void>
}

export type SignInLimit = (attempt: {
  address: string
  email: string
  proof: ProofOfWork
  /** Whether this address has a session of the account; queried only if the address may guess at all. */
  known: () => Promise<boolean>
}) => Promise<SignInAttempt>

export function createSignInLimit(counterFor: CounterFactory): SignInLimit {
  const minute = createGradual(counterFor, RULES['sign-in-minute'])
  const hour = createGradual(counterFor, RULES['sign-in-hour'])
  const account = createGradual(counterFor, RULES['sign-in-account'])
  return async ({ address, email, proof, known }) => {
    const from = limitKey(address)
    const whose = digest(email)
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

/** Counts one attempt with each of `counts`, until one refuses. */
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
