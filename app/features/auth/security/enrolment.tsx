// Adding an authenticator app: scan or type the key, then show the first code.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { codeSchema } from '#shared/schemas/members.ts'
import { authMessage } from '../auth-errors.ts'
import { digitsOf, showCode } from '../identity-api.ts'

export type Started = { factorId: string; qrCode: string; secret: string }
type EnrolmentProps = { started: Started; onCancel: () => void; onDone: () => Promise<void> }

export function Enrolment({ started, onCancel, onDone }: EnrolmentProps) {
  const form = useSiteForm({
    schema: codeSchema,
    send: async ({ code }) => {
      const refused = await showCode(digitsOf(code), started.factorId)
      if (!refused) return onDone()
      const isWrong = refused.code === 'mfa_verification_failed'
      const wrong = 'This code is not right. Is the clock of your phone set automatically?'
      return { code: isWrong ? wrong : authMessage(refused) }
    },
  })
  return (
    <form {...form.props} className="max-w-md space-y-4">
      <p className="text-15">Scan this with an authenticator app, then enter the code that it shows.</p>
      <img
        src={started.qrCode}
        alt="QR code of the key below"
        width={192}
        height={192}
        className="rounded-control border border-line bg-white"
      />
      <p className="text-14 text-muted">
        No camera? Type this key into the app:
        <code className="mt-1 block font-mono text-15 text-text [overflow-wrap:anywhere]">
          {started.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <TextField
        label="Six digits"
        {...form.field('code')}
        required
        autoComplete="one-time-code"
        inputMode="numeric"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={form.isBusy}>
          {form.isBusy ? 'Checking...' : 'Switch On'}
        </Button>
        <Button variant="secondary" disabled={form.isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
