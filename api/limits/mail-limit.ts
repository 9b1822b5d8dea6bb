// Limits requests that send mail, and attempts to verify its codes: by the client's address, and per mailbox
// regardless of the sender, so that nobody's mailbox can be flooded. Mailboxes without an account count the same,
// because a limit must not reveal who has one.
//
// Requests by others do not lock anyone out of their own mail: beyond a mailbox's limit a proof of work is required,
// and one address cannot use up the rest.
import { digest } from '../crypto.ts'
import { limitKey } from './client-address.ts'
import type { CounterFactory } from './counters.ts'
import { createGradual, takeAll, type Verdict } from './gradual.ts'
import type { ProofOfWork } from './proof-of-work.ts'
import { RULES, type Rule } from './rules.ts'

/** @param frequency seconds between two mails to one mailbox; 0: only the hourly and daily limits apply */
export function createMailLimit(
  counterFor: CounterFactory,
  frequency: number = RULES['mailbox-minute'].seconds,
) {
  const gradual = (rule: Rule) => createGradual(counterFor, rule)
  const perAddress = gradual(RULES['mail-request'])
  const perMailbox = [RULES['mailbox-day'], RULES['mailbox-hour']].map(gradual)
  const perBoth = [RULES['mailbox-address-day'], RULES['mailbox-address-hour']].map(gradual)
  const minute = frequency > 0 ? counterFor({ ...RULES['mailbox-minute'], seconds: frequency }) : null
  const proofs = counterFor(RULES.verify)
  return {
    request: (address: string, proof: ProofOfWork) => perAddress.take(limitKey(address), proof),
    /** @returns milliseconds to wait; 0: admitted */
    verify: (address: string) => proofs.take(limitKey(address)),
    mailbox: async (email: string, address: string, proof: ProofOfWork): Promise<Verdict> => {
      const whose = digest(email)
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
