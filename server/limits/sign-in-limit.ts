// Guessing a password: bounded by where the guesses come from and by the account they are for. Every attempt is
// counted before its password is looked at and taken back when it was right, so that a hundred guesses sent at
// once are no better than a hundred in a row.
//
// An account is delayed, never locked: addresses that hold a session of it count apart from strangers, so that
// nobody can shut its owner out by guessing.
import { createHash } from 'node:crypto'
import { limitKey } from './client-address.ts'
import type { Counter, CounterFactory } from './counters.ts'

const PER_MINUTE = { name: 'sign-in-minute', points: 6, seconds: 60 }
const PER_HOUR = { name: 'sign-in-hour', points: 30, seconds: 3_600 }
const PER_ACCOUNT = { name: 'sign-in-account', points: 5, seconds: 1_800 }

export type SignInAttempt = {
  /** Milliseconds to wait; 0: the password may be looked at. */
  wait: number
  /** The password was right: the attempt does not count. */
  succeeded(): Promise<void>
}

/** @param known whether a session of the account is held from this address */
export type SignInLimit = (attempt: {
  address: string
  email: string
  known: boolean
}) => Promise<SignInAttempt>

export function createSignInLimit(counterFor: CounterFactory): SignInLimit {
  const minute = counterFor(PER_MINUTE)
  const hour = counterFor(PER_HOUR)
  const account = counterFor(PER_ACCOUNT)
  return async ({ address, email, known }) => {
    const from = limitKey(address)
    const whose = createHash('sha256').update(email).digest('base64url')
    const counts = [
      { counter: minute, key: from },
      { counter: hour, key: from },
      { counter: account, key: known ? `${whose} ${from}` : whose },
    ]
    return attempt(counts)
  }
}

/** Counts one attempt in each of `counts`, until one of them says to wait. */
export async function attempt(counts: { counter: Counter; key: string }[]): Promise<SignInAttempt> {
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
