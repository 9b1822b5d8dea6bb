// The contact form. The browser keeps what is typed: nothing is lost to a failed send, a reload or a re-render.
import { CircleCheck } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { localStore, tabStore } from '#app/platform/browser/browser-storage.ts'
import { useDraft } from '#app/platform/drafts/use-draft.ts'
import { useSession } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { CONTACT } from '#shared/limits.ts'
import {
  type ContactField,
  type ContactMessage,
  contactProblems,
  FIELDS,
  fieldOfConstraint,
  SUBJECTS,
  sendContactMessage,
} from './queries.ts'

const UNREACHABLE =
  'Your message could not be sent. Check your connection and try again; what you wrote is still here.'

type Problems = Partial<Record<ContactField, string>> & { form?: string }

/** @param subject chosen beforehand, by whoever led here */
export function ContactForm({ subject }: { subject: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [sentTo, setSentTo] = useState<string | null>(null)
  const isHydrated = useHydrated()
  const session = useSession()
  const owner = session.status === 'member' ? session.userId : null
  const [send, isBusy] = useAsyncAction(async (sent: HTMLFormElement) => {
    const message = valuesOf(sent)
    let wrong: Problems = contactProblems(message)
    if (Object.keys(wrong).length === 0) {
      // What was wrong before is right now, and says so while the message is on its way.
      setProblems({})
      wrong = await sendContactMessage(await visitorClient(), message).then(() => ({}), problemsOf)
    }
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) {
      sent.reset()
      setSentTo(message.email.trim())
    } else focusFirst(sent, wrong)
  })
  if (sentTo !== null) return <Sent to={sentTo} onAgain={() => setSentTo(null)} />
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Contact"
      className="space-y-4"
      onFocus={() => void visitorClient().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      {isHydrated && session.status !== 'unknown' ? (
        <Kept key={owner ?? ''} form={form} owner={owner} />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" name="name" autoComplete="name" required error={problems.name} />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          inputMode="email"
          required
          autoComplete="email"
          error={problems.email}
        />
      </div>
      <Select label="Subject" name="subject" required defaultValue={subject} error={problems.subject}>
        <option value="">Choose a subject</option>
        {SUBJECTS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <TextArea
        label="Message"
        name="message"
        rows={8}
        required
        hint={`Up to ${CONTACT.message.toLocaleString('en-IN')} characters. Please send no passwords, PAN or account numbers.`}
        error={problems.message}
      />
      {/* Where the eyes are: on a phone the top of this form is out of sight. */}
      {problems.form ? <Failed message={problems.form} /> : null}
      <Button type="submit" disabled={!isHydrated || isBusy}>
        {isBusy ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  )
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="status" className="rounded-card border border-line bg-surface p-6">
      <CircleCheck size={28} className="text-gain" aria-hidden />
      <h2 ref={heading} tabIndex={-1} className="mt-2 text-22 outline-none">
        Message sent
      </h2>
      <p className="mt-1 text-16 text-muted">
        Thank you. We answer within 24 hours, to <strong className="font-semibold text-text">{to}</strong>. A
        receipt is on its way there.
      </p>
      <Button variant="secondary" className="mt-4" onClick={onAgain}>
        Write another message
      </Button>
    </div>
  )
}

type KeptProps = {
  form: RefObject<HTMLFormElement | null>
  /** The member who writes; null for a guest, whose draft ends with the tab: the next one at this computer is another. */
  owner: string | null
}

/** Gives back the draft, fills in who a member is, and keeps what is typed from then on. */
function Kept({ form, owner }: KeptProps) {
  const { found, keep, drop } = useDraft(
    `${owner ?? 'guest'}:contact`,
    isMessage,
    owner ? localStore() : tabStore(),
  )
  const session = useSession()
  useEffect(() => {
    const shown = form.current
    if (!shown) return
    if (found) fillEmpty(shown, found.value)
    const note = () => keep(valuesOf(shown))
    shown.addEventListener('input', note)
    shown.addEventListener('reset', drop)
    return () => {
      shown.removeEventListener('input', note)
      shown.removeEventListener('reset', drop)
    }
  }, [form, found, keep, drop])
  const email = session.status === 'member' ? session.email : ''
  const name =
    session.status === 'member' ? (session.profile?.full_name ?? session.profile?.username ?? '') : ''
  useEffect(() => {
    if (form.current) fillEmpty(form.current, { email, name })
  }, [form, email, name])
  return null
}

function valuesOf(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form)
  const text = (field: ContactField) => String(data.get(field) ?? '')
  return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message') }
}

/** What stands in a field already was typed while the page still slept: it wins. */
function fillEmpty(form: HTMLFormElement, values: Partial<ContactMessage>): void {
  for (const field of FIELDS) {
    const control = form.elements.namedItem(field)
    const value = values[field]
    if (value && isControl(control) && control.value === '') control.value = value
  }
}

function isControl(found: unknown): found is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return found instanceof HTMLElement && 'value' in found
}

function isMessage(value: unknown): value is ContactMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    FIELDS.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  )
}

function focusFirst(form: HTMLFormElement, problems: Problems): void {
  const first = FIELDS.find((field) => problems[field])
  const control = first ? form.elements.namedItem(first) : null
  if (control instanceof HTMLElement) control.focus()
}

function problemsOf(error: unknown): Problems {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === TOO_MANY) {
    return {
      form: `At most 5 messages an hour can be sent from one place. You can send the next ${retryText(Date.now())}; what you wrote is still here.`,
    }
  }
  const refusal = refusalOf(error)
  if (!refusal) return { form: UNREACHABLE }
  return { [fieldOfConstraint(refusal.constraint) ?? 'form']: refusal.message }
}

const TOO_MANY = 'over_request_rate_limit'
