// Subscribes to the newsletter. A plain form that works without JavaScript; with it the result replaces the form. The
// result does not tell whether the address is subscribed already: only a mail to the address does.
import { MailCheck } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { noteRateLimit, retryText } from '#app/platform/supabase/retry-after.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PageLanguage } from '#app/ui/forms/page-language.tsx'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { LANGUAGE } from '#words/language.ts'
import * as t from '#words/newsletter.ts'

export const CHECK_MAIL = t.checkYourMail
export const CHECK_MAIL_TEXT = t.ifTheAddressCanGet

export function NewsletterBox() {
  const headingId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [send, isSending] = useAct(async (email: string) => {
    const refused = await subscribe(email)
    setProblem(refused ?? undefined)
    if (refused === null) setSentTo(email)
    else form.current?.querySelector('input')?.focus()
  })
  return (
    <section
      id="newsletter"
      aria-labelledby={headingId}
      className="rounded-card border border-line bg-surface p-5 sm:p-8 lg:grid lg:grid-cols-2 lg:items-center lg:gap-10"
    >
      <div>
        <h2 id={headingId} className="text-22">
          {t.newArticlesByMail}
        </h2>
        <p className="mt-1 text-15 text-muted">{t.aMailWhenANew}</p>
      </div>
      <div className="mt-4 lg:mt-0">
        {sentTo === null ? (
          <form
            ref={form}
            method="post"
            action="/newsletter/subscribe"
            className="flex flex-col gap-3 sm:flex-row sm:items-start"
            onSubmit={(event: FormEvent<HTMLFormElement>) => {
              event.preventDefault()
              void send(String(new FormData(event.currentTarget).get('email') ?? ''))
            }}
          >
            <PageLanguage />
            <div className="min-w-0 flex-1">
              <TextField
                label={t.eMailForTheNewsletter}
                hiddenLabel
                type="email"
                name="email"
                required
                maxLength={254}
                autoComplete="email"
                placeholder={t.youExampleCom}
                error={problem}
                onChange={() => setProblem(undefined)}
              />
            </div>
            <Button type="submit" disabled={isSending}>
              {isSending ? t.subscribing : t.subscribe}
            </Button>
          </form>
        ) : (
          <div role="status" className="flex gap-3">
            <MailCheck size={22} aria-hidden className="mt-0.5 shrink-0 text-accent" />
            <div>
              <p className="font-semibold">{CHECK_MAIL}</p>
              <p className="text-15 text-muted">{CHECK_MAIL_TEXT}</p>
              <button
                type="button"
                className="mt-1 inline-flex min-h-11 items-center text-14 text-accent underline underline-offset-2 sm:min-h-8"
                onClick={() => setSentTo(null)}
              >
                {t.anotherAddress}
              </button>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

const NOT_SENT = t.notSentCheckYourConnection

/**
 * Sends an address to server/newsletter, which is not part of the API, because guests' pages never load the API's
 * client.
 * @returns null on success, else an error message
 */
async function subscribe(email: string): Promise<string | null> {
  try {
    const answer = await fetch('/newsletter/subscribe', {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ email, language: LANGUAGE }),
    })
    if (answer.ok) return null
    if (answer.status === 400) return CONSTRAINT_MESSAGES.newsletter_subscribers_email_format ?? NOT_SENT
    if (answer.status === 429) {
      noteRateLimit(answer, Date.now())
      return t.thatIsALotOf(retryText(Date.now()))
    }
    if (answer.status === 503) return t.theSiteIsUnderMaintenance
    return NOT_SENT
  } catch {
    return NOT_SENT
  }
}
