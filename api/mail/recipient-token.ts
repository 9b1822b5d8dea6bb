// A signature of a mail's recipient, which comes back in a report that it was refused (server/mail/bounces.ts).
import { hmac } from '../crypto.ts'

export function recipientToken(secret: string, address: string): string {
  return hmac(secret, `recipient ${address.toLowerCase()}`, 'hex').slice(0, 32)
}
