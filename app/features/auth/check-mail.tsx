// Requesting an e-mail, and the page after it was sent: entering its code, for those who read mail on another device,
// and sending it again.
import { MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { emailSchema, mailedCodeSchema } from '#shared/schemas/members.ts'
import * as t from '#words/auth-more.ts'
import { type CodeType, showCode } from './email-links.ts'
import { EmailField } from './fields.tsx'

type CheckMailProps = {
  email: string
  /** The purpose of the e-mail's code. */
  type: CodeType
  /** The content of the e-mail, after 'If … has an account' and the like. */
  children: ReactNode
  /** Sends it again. @returns an error message, or null */
  again: () => Promise<string | null>
  /** Called when the code was right and this browser is signed in. */
  onDone: () => void
}

export function CheckMail({ email, type, children, again, onDone }: CheckMailProps) {
  const form = useSiteForm({
    schema: mailedCodeSchema,
    send: async ({ code }) => {
      const message = await showCode(email, code, type)
      if (message !== null) return { code: message }
      onDone()
    },
  })
  const [send, isSending] = useAct(async () => {
    const message = await again()
    toast(
      message === null
        ? { title: t.sentAgain, text: t.anotherMailIsOnIts(email) }
        : { title: t.notSent, text: message, variant: 'destructive' },
    )
  })
  return (
    <>
      <div role="status">
        <MailCheck size={28} aria-hidden className="text-accent" />
        <div className="mt-3 space-y-2 text-16 [overflow-wrap:anywhere]">{children}</div>
      </div>
      <form {...form.props} className="mt-5 space-y-3 border-t border-line pt-5">
        <TextField
          label={t.codeFromTheEMail}
          {...form.field('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          hint={form.problems.code ? undefined : t.ifYouReadYourE}
        />
        <Button type="submit" className="w-full" disabled={form.isBusy}>
          {form.isBusy ? t.checking : t.theCode}
        </Button>
      </form>
      <p className="mt-4 text-14 text-muted">{t.nothingThereCheckYourSpam}</p>
      <Button variant="secondary" className="mt-2 w-full" disabled={isSending} onClick={() => void send()}>
        {isSending ? t.sending : t.sendItAgain}
      </Button>
    </>
  )
}

type MailFormProps = {
  label: string
  /** The initial address. */
  email?: string
  /** Requests the e-mail. @returns an error message, or null */
  ask: (email: string) => Promise<string | null>
  onSent: (email: string) => void
}

/** An address and a button that requests an e-mail. */
export function MailForm({ label, email = '', ask, onSent }: MailFormProps) {
  const form = useSiteForm({
    schema: emailSchema,
    send: async (typed) => {
      const message = await ask(typed.email)
      if (message === null) return onSent(typed.email)
      form.setFocus('email')
      return { form: message }
    },
  })
  return (
    <form {...form.props} className="space-y-4" onFocus={() => void client().catch(() => undefined)}>
      {form.problems.form ? <Failed message={form.problems.form} /> : null}
      <EmailField field={form.field('email')} defaultValue={email} />
      <Button type="submit" className="w-full" disabled={form.isDisabled}>
        {form.isBusy ? t.sending : label}
      </Button>
    </form>
  )
}
