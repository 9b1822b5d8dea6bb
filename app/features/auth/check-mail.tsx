// 'Check your e-mail': what was sent, the code for whoever reads mail on another device, and sending it again.
import { MailCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { type CodeType, showCode } from './email-otp.ts'
import { focusFirst, textOf } from './form-values.ts'

type CheckMailProps = {
  email: string
  /** What of the code of the mail is asked for. */
  type: CodeType
  /** What the mail says, after 'If … has an account' and the like. */
  children: ReactNode
  /** Sends it again. @returns what went wrong, or null */
  again: () => Promise<string | null>
  /** The code was right, and this browser is signed in. */
  onDone: () => void
}

export function CheckMail({ email, type, children, again, onDone }: CheckMailProps) {
  const [error, setError] = useState<string | undefined>()
  const [enter, isEntering] = useAsyncAction(async (form: HTMLFormElement) => {
    const code = textOf(form, 'code').replaceAll(/\s/g, '')
    const message = /^\d{6}$/.test(code)
      ? await showCode(email, code, type)
      : 'Please enter the six digits from the e-mail.'
    setError(message ?? undefined)
    if (message === null) onDone()
    else focusFirst(form, ['code'])
  })
  const [send, isSending] = useAsyncAction(async () => {
    const message = await again()
    toast(
      message === null
        ? { title: 'Sent again', text: `Another mail is on its way to ${email}.` }
        : { title: 'Not sent', text: message, variant: 'destructive' },
    )
  })
  return (
    <>
      <div role="status">
        <MailCheck size={28} aria-hidden className="text-accent" />
        <div className="mt-3 space-y-2 text-16 [overflow-wrap:anywhere]">{children}</div>
      </div>
      <form
        method="post"
        noValidate
        className="mt-5 space-y-3 border-t border-line pt-5"
        onSubmit={(event) => {
          event.preventDefault()
          void enter(event.currentTarget)
        }}
      >
        <TextField
          label="Code from the e-mail"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          hint={error ? undefined : 'If you read your e-mail on another device, type its code here.'}
          error={error}
        />
        <Button type="submit" className="w-full" disabled={isEntering}>
          {isEntering ? 'Checking...' : 'Use the code'}
        </Button>
      </form>
      <p className="mt-4 text-14 text-muted">Nothing there? Check your spam folder.</p>
      <Button variant="secondary" className="mt-2 w-full" disabled={isSending} onClick={() => void send()}>
        {isSending ? 'Sending...' : 'Send it again'}
      </Button>
    </>
  )
}
