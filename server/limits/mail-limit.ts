// Asking for mail, and showing what was in it: bounded by where the requests come from, and for each mailbox
// whoever asks, so that nobody's mailbox is filled. Mailboxes without an account count the same: a limit must not
// tell who has one.
import { createHash } from 'node:crypto'
import { limitKey } from './client-address.ts'
import type { CounterFactory, Rule } from './counters.ts'

const PER_ADDRESS = { name: 'mail-request', points: 5, seconds: 600 }
/** Seconds between two mails to one mailbox, where the site says nothing else. */
const FREQUENCY_SECONDS = 60
const perMailboxRules = (frequency: number): Rule[] => [
  ...(frequency > 0 ? [{ name: 'mailbox-minute', points: 1, seconds: frequency }] : []),
  { name: 'mailbox-hour', points: 2, seconds: 3_600 },
  { name: 'mailbox-day', points: 5, seconds: 86_400 },
]
const PROOFS = { name: 'verify', points: 10, seconds: 300 }

/** Each gives the milliseconds to wait; 0: go on. */
export type MailLimit = {
  request(address: string): Promise<number>
  mailbox(email: string): Promise<number>
  verify(address: string): Promise<number>
}

/** @param frequency seconds between two mails to one mailbox; 0: only the hour and the day bound them */
export function createMailLimit(
  counterFor: CounterFactory,
  frequency: number = FREQUENCY_SECONDS,
): MailLimit {
  const perAddress = counterFor(PER_ADDRESS)
  const perMailbox = perMailboxRules(frequency).map(counterFor)
  const proofs = counterFor(PROOFS)
  return {
    request: (address) => perAddress.take(limitKey(address)),
    verify: (address) => proofs.take(limitKey(address)),
    mailbox: async (email) => {
      const whose = createHash('sha256').update(email).digest('base64url')
      for (const counter of perMailbox) {
        const wait = await counter.take(whose)
        // What the shorter window refuses does not use up the longer one.
        if (wait > 0) return wait
      }
      return 0
    },
  }
}

export const UNLIMITED_MAIL: MailLimit = {
  request: () => Promise.resolve(0),
  mailbox: () => Promise.resolve(0),
  verify: () => Promise.resolve(0),
}
