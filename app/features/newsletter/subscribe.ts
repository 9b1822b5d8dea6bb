// Sends an address to the newsletter's door (server/newsletter), which is no part of the contract: guests' pages
// never load the contract's client.
import { noteRateLimit, retryText } from '#app/platform/supabase/retry-after.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'

const NOT_SENT = 'Not sent. Check your connection and try again.'

/** @returns null when it was taken, else why not, in words */
export async function subscribe(email: string): Promise<string | null> {
  try {
    const answer = await fetch('/newsletter/subscribe', {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ email }),
    })
    if (answer.ok) return null
    if (answer.status === 400) return CONSTRAINT_MESSAGES.newsletter_subscribers_email_format ?? NOT_SENT
    if (answer.status === 429) {
      noteRateLimit(answer, Date.now())
      return `That is a lot of addresses. Try again ${retryText(Date.now())}.`
    }
    if (answer.status === 503) return 'The site is under maintenance. Please try again later.'
    return NOT_SENT
  } catch {
    return NOT_SENT
  }
}
