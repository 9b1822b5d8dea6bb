// Limits requests that send mail, and attempts to verify its codes: by the client's address, and per mailbox
// regardless of the sender, so that nobody's mailbox can be flooded. Mailboxes without an account count the same,
// because a limit must not reveal who has one.
//
// Requests by others do not lock anyone out of their own mail: beyond a mailbox's limit a proof of work is required,
// and one address cannot use up the rest.
import { hash } from 'node:crypto'
import { limitKey } from './client-address.ts'
import type { CounterFactory } from './counters.ts'
import { createGradual, takeAll, type Verdict } from './gradual.ts'
import type { Proof } from './proof-of-work.ts'

const PER_ADDRESS = { name: 'mail-request', points: 5, seconds: 600 }
const FREQUENCY_SECONDS = 60
const PER_MAILBOX = [
  { name: 'mailbox-day', points: 5, seconds: 86_400 },
  { name: 'mailbox-hour', points: 2, seconds: 3_600 },
]
const PER_MAILBOX_AND_ADDRESS = [
  { name: 'mailbox-address-day', points: 10, seconds: 86_400 },
  { name: 'mailbox-address-hour', points: 4, seconds: 3_600 },
]
const PROOFS = { name: 'verify', points: 10, seconds: 300 }
export const MAIL_RULES = [PER_ADDRESS, ...PER_MAILBOX, ...PER_MAILBOX_AND_ADDRESS, PROOFS]

/** @param frequency seconds between two mails to one mailbox; 0: only the hourly and daily limits apply */
export function createMailLimit(counterFor: CounterFactory, frequency: number = FREQUENCY_SECONDS) {
  const perAddress = createGradual(counterFor, PER_ADDRESS)
  const perMailbox = PER_MAILBOX.map((rule) => createGradual(counterFor, rule))
  const perBoth = PER_MAILBOX_AND_ADDRESS.map((rule) => createGradual(counterFor, rule, 1))
  const minute = frequency > 0 ? counterFor({ name: 'mailbox-minute', points: 1, seconds: frequency }) : null
  const proofs = counterFor(PROOFS)
  return {
    request: (address: string, proof: Proof) => perAddress.take(limitKey(address), proof),
    /** @returns milliseconds to wait; 0: admitted */
    verify: (address: string) => proofs.take(limitKey(address)),
    mailbox: async (email: string, address: string, proof: Proof): Promise<Verdict> => {
      const whose = hash('sha256', email, 'base64url')
      const both = `${whose} ${limitKey(address)}`
      const takes = [
        ...perBoth.map((limit) => ({ limit, key: both })),
        ...perMailbox.map((limit) => ({ limit, key: whose })),
      ]
      const verdict = await takeAll(takes, proof)
      if (verdict.waitMs > 0 || !minute) return verdict
      const waitMs = await minute.take(whose)
      // A request refused by the minute's limit does not count towards the hour and the day.
      if (waitMs > 0) await verdict.giveBack()
      return { waitMs, mayProve: false }
    },
  }
}

export type MailLimit = ReturnType<typeof createMailLimit>
