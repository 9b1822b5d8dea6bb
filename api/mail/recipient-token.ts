// A signature of a mail's recipient, which comes back in a report that it was refused (server/mail/bounces.ts).
import { createHmac } from 'node:crypto'

export function recipientToken(secret: string, address: string): string {
  return createHmac('sha256', secret).update(`recipient ${address.toLowerCase()}`).digest('hex').slice(0, 32)
}
