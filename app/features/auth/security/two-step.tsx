// Two-step sign-in: switched on with a QR code, a first code of the app and recovery codes, and switched off.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { authMessage, toastRefusal } from '#app/features/auth/auth-errors.ts'
import { digitsOf, showCode, showRecoveryCode } from '#app/features/auth/identity-api.ts'
import { authQueries } from '#app/features/auth/query-options.ts'
import { useWithProof } from '#app/features/auth/recent-proof.tsx'
import { useAct } from '#app/platform/acts/act.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { copyText } from '#app/ui/clipboard.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { codeSchema } from '#shared/schemas/members.ts'

export function TwoStep() {
  const queries = useQueryClient()
  const state = useQuery(authQueries.twoStep)
  const [started, setStarted] = useState<Started | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const refetch = () => queries.invalidateQueries(authQueries.twoStep)
  const withProof = useWithProof()

  const [start, isStarting] = useAct(async () => {
    const supabase = await client()
    const { data, error } = await withProof(() => supabase.auth.mfa.enroll({ factorType: 'totp' }))
    if (error) return toastRefusal(error)
    setStarted({ factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
  })
  const [renew, isRenewing] = useAct(async () => {
    const { recoveryCodes } = (await client()).auth.mfa
    const { data, error } = await withProof(() =>
      state.data?.hasCodes ? recoveryCodes.regenerate() : recoveryCodes.generate(),
    )
    if (error) toastRefusal(error)
    else setCodes(data.codes)
    await refetch()
  })
  if (state.isError) {
    return <Failed message="This could not be loaded." onRetry={() => void state.refetch()} />
  }
  if (state.isPending) return <Skeleton label="Loading two-step sign-in..." rows={2} />
  if (started) {
    return (
      <Enrolment
        started={started}
        onCancel={() => setStarted(null)}
        onDone={async () => {
          setStarted(null)
          // Ends sessions without a second factor.
          void queries.invalidateQueries(authQueries.sessions)
          toast({ title: 'Two-step sign-in is on', text: 'Keep the recovery codes in a safe place.' })
          // Two-step sign-in is on, even if creating the recovery codes failed: they can be created again.
          await refetch()
          await renew()
        }}
      />
    )
  }
  const { factorId, remaining } = state.data
  if (!factorId) {
    return (
      <>
        <p className="mb-3 max-w-prose text-15 text-muted">
          Off. With it on, signing in also asks for a code from an app on your phone, so that a stolen
          password alone opens nothing.
        </p>
        <Button variant="secondary" disabled={isStarting} onClick={() => void start()}>
          {isStarting ? 'Preparing...' : 'Switch On'}
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="mb-3 text-15 text-muted">
        On. {remaining === 1 ? 'One recovery code is' : `${remaining} recovery codes are`} left.
        {remaining === 0 && !isRenewing ? ' Make new ones: without them a lost phone locks you out.' : null}
      </p>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" disabled={isRenewing} onClick={() => void renew()}>
          {isRenewing ? 'Making...' : 'New Recovery Codes'}
        </Button>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Switch Off
        </Button>
      </div>
      {isAsking ? (
        <SwitchOff
          factorId={factorId}
          onClose={() => setIsAsking(false)}
          onDone={async () => {
            setIsAsking(false)
            setCodes(null)
            await refetch()
            toast({ title: 'Two-step sign-in is off', text: 'Your password alone signs you in.' })
          }}
        />
      ) : null}
    </>
  )
}

export type Started = { factorId: string; qrCode: string; secret: string }
type EnrolmentProps = { started: Started; onCancel: () => void; onDone: () => Promise<void> }

/** Adds an authenticator app: scan or type the key, then enter the first code. */
function Enrolment({ started, onCancel, onDone }: EnrolmentProps) {
  const withProof = useWithProof()
  const form = useSiteForm({
    schema: codeSchema,
    send: async ({ code }) => {
      const { error: refused } = await withProof(async () => ({
        error: await showCode(digitsOf(code), started.factorId),
      }))
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

/** The recovery codes, which are shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const copy = async () => {
    const isCopied = await copyText(codes.map(inGroups).join('\n'))
    toast(
      isCopied
        ? { title: 'Recovery codes copied' }
        : { title: 'Not copied', text: 'Your browser does not allow it here.', variant: 'destructive' },
    )
  }
  return (
    <div ref={box} tabIndex={-1} className="mb-4 max-w-md rounded-control bg-raised p-4">
      <p className="text-15">
        Each of these signs you in once when your phone is lost. They are shown only now: print them, or keep
        them in a password manager.
      </p>
      <ul className="my-3 grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-15 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{inGroups(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          Copy
        </Button>
        <Button variant="secondary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}

/** Grouped by four characters. */
function inGroups(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

const SIX_DIGITS = /^\d{6}$/
const WRONG = 'This code is not right, or it was used already.'

type SwitchOffProps = { factorId: string; onClose: () => void; onDone: () => Promise<void> }

/** Switches two-step sign-in off. It asks for a second factor: an unlocked session is not enough. */
function SwitchOff({ factorId, onClose, onDone }: SwitchOffProps) {
  const form = useSiteForm({
    schema: codeSchema,
    send: async ({ code }) => {
      const digits = digitsOf(code)
      const wrong = SIX_DIGITS.test(digits) ? await showCode(digits, factorId) : await showRecoveryCode(code)
      if (wrong?.code === 'mfa_verification_failed') return { code: WRONG }
      if (wrong) return { code: authMessage(wrong) }
      const supabase = await client()
      const refused = await supabase.auth.mfa.unenroll({ factorId })
      if (refused.error) return { code: authMessage(refused.error) }
      // Refreshes the token, which still claims two factors.
      await supabase.auth.refreshSession()
      await onDone()
    },
    onRefused: () => ({ code: 'Not switched off. Check your connection and try again.' }),
  })
  return (
    <Dialog open onClose={form.isBusy ? () => undefined : onClose} title="Switch off two-step sign-in?">
      <form {...form.props}>
        <p className="mb-4 text-15 text-muted">
          Your password alone will sign you in, and the recovery codes stop working.
        </p>
        <TextField
          label="Code"
          hint={form.problems.code ? undefined : 'Six digits of your authenticator app, or a recovery code.'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('code')}
        />
        <FormActions
          action="Switch Off"
          busyAction="Switching off..."
          variant="danger"
          className="mt-5"
          busy={form.isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
