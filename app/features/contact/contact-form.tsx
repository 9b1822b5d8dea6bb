// The contact form. Without JavaScript it posts to server/mail/contact-form.ts. The browser
// stores the text, so a failed request or a reload loses nothing.
import { CircleCheck } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { localStore, tabStore } from '#app/platform/browser/browser-storage.ts'
import { type DraftKeeper, useDraft } from '#app/platform/drafts/use-draft.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { useSession } from '#app/platform/session/session.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { PageLanguage } from '#app/ui/forms/page-language.tsx'
import { type ContactPromise, except, within } from '#shared/contact-promise.ts'
import { CONTACT } from '#shared/limits.ts'
import { type ContactMessage, contactSchema, SUBJECTS } from '#shared/schemas/contact.ts'
import { hasShapeOf } from '#shared/schemas/rules.ts'
import * as t from '#words/contact.ts'
import { LANGUAGE } from '#words/language.ts'

const UNREACHABLE = t.yourMessageCouldNotBe
const TOO_MANY = 'over_request_rate_limit'

/** @param subject preselected by the link */
export function ContactForm({ subject, promise }: { subject: string; promise: ContactPromise }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) return <Sent to={sentTo} promise={promise} onAgain={() => setSentTo(null)} />
  return <MessageForm subject={subject} onSent={setSentTo} />
}

function MessageForm({ subject, onSent }: { subject: string; onSent: (to: string) => void }) {
  const session = useSession()
  const owner = session.status === 'member' ? session.userId : null
  const draft = useRef<Pick<DraftKeeper<ContactMessage>, 'keep' | 'drop'> | null>(null)
  const form = useSiteForm({
    schema: contactSchema,
    onChange: (values) => draft.current?.keep(values),
    send: async (message) => {
      await (await visitorClient())
        .rpc('send_contact_message', { ...message, language: LANGUAGE })
        .throwOnError()
      draft.current?.drop()
      onSent(message.email)
    },
    failed: UNREACHABLE,
    onRefused: (error) => {
      if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== TOO_MANY) return
      return {
        form: t.atMost5MessagesAn(retryText(Date.now())),
      }
    },
  })
  /** Text that was typed before hydration has priority. */
  const fillEmpty = (values: Partial<ContactMessage>) => {
    const typed = form.latest()
    const isEmpty = ([name, value]: [string, string]) => value && !typed[name as keyof ContactMessage]
    form.show(Object.fromEntries(Object.entries(values).filter(isEmpty)))
  }
  return (
    <form
      {...form.props}
      action="/contact/send"
      aria-label={t.contact}
      className="space-y-4"
      onFocus={() => void visitorClient().catch(() => undefined)}
    >
      {form.isReady && session.status !== 'unknown' ? (
        <Kept key={owner ?? ''} draft={draft} owner={owner} onFound={fillEmpty} />
      ) : null}
      <PageLanguage />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t.name} {...form.field('name')} autoComplete="name" required />
        <TextField
          label={t.eMail}
          {...form.field('email')}
          type="email"
          inputMode="email"
          required
          autoComplete="email"
        />
      </div>
      <Select label={t.subject} {...form.field('subject')} required defaultValue={subject}>
        <option value="">{t.chooseASubject}</option>
        {SUBJECTS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <TextArea
        label={t.message}
        {...form.field('message')}
        rows={8}
        required
        hint={t.upToCharactersPleaseSend(CONTACT.message.toLocaleString('en-IN'))}
      />
      {/* Near the button: on a phone the top of this form is out of sight. */}
      {form.problems.form ? <Failed message={form.problems.form} /> : null}
      <noscript>
        <Button type="submit">{t.sendMessage}</Button>
      </noscript>
      <Button type="submit" className="needs-script" disabled={form.isDisabled}>
        {form.isBusy ? t.sending : t.sendMessage}
      </Button>
    </form>
  )
}

type SentProps = { to: string; promise: ContactPromise; onAgain: () => void }

function Sent({ to, promise, onAgain }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="rounded-card border border-line bg-surface p-6">
      <CircleCheck size={28} className="text-gain" aria-hidden />
      <h2 ref={heading} tabIndex={-1} className="mt-2 text-22 outline-none">
        {t.messageSent}
      </h2>
      <p className="mt-1 text-16 text-muted">
        {t.thankYouWeAnswerTo(
          within(promise),
          <strong className="font-semibold text-text">{to}</strong>,
          except(promise),
        )}
      </p>
      <Button variant="secondary" className="mt-4" onClick={onAgain}>
        {t.writeAnotherMessage}
      </Button>
    </div>
  )
}

type KeptProps = {
  draft: RefObject<Pick<DraftKeeper<ContactMessage>, 'keep' | 'drop'> | null>
  /** The member who writes; null for a guest, whose draft ends with the tab, because others may use this computer. */
  owner: string | null
  onFound: (values: Partial<ContactMessage>) => void
}

/** Restores the draft, fills in the member's name, and stores changes. */
function Kept({ draft, owner, onFound }: KeptProps) {
  const { found, keep, drop } = useDraft(
    `${owner ?? 'guest'}:contact`,
    hasShapeOf(contactSchema),
    owner ? localStore() : tabStore(),
  )
  useEffect(() => {
    draft.current = { keep, drop }
  }, [draft, keep, drop])
  const fill = useEffectEvent(onFound)
  useEffect(() => {
    if (found) fill(found.value)
  }, [found])
  const session = useSession()
  const email = session.status === 'member' ? session.email : ''
  const name =
    session.status === 'member' ? (session.profile?.full_name ?? session.profile?.username ?? '') : ''
  useEffect(() => fill({ email, name }), [email, name])
  return null
}
