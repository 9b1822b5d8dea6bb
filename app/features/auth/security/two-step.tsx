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
import * as t from '#words/auth-more.ts'

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
    return <Failed message={t.thisCouldNotBeLoaded} onRetry={() => void state.refetch()} />
  }
  if (state.isPending) return <Skeleton label={t.loadingTwoStepSignIn} rows={2} />
  if (started) {
    return (
      <Enrolment
        started={started}
        onCancel={() => setStarted(null)}
        onDone={async () => {
          setStarted(null)
          // Ends sessions without a second factor.
          void queries.invalidateQueries(authQueries.sessions)
          toast({ title: t.twoStepSignInIs, text: t.keepTheRecoveryCodesIn })
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
        <p className="mb-3 max-w-prose text-15 text-muted">{t.offWithItOnSigning}</p>
        <Button variant="secondary" disabled={isStarting} onClick={() => void start()}>
          {isStarting ? t.preparing : t.switchOn}
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="mb-3 text-15 text-muted">
        {remaining === 1 ? t.onOneLeft : t.onLeft(`${remaining}`)}
        {remaining === 0 && !isRenewing ? t.makeNewOnesWithoutThem : null}
      </p>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" disabled={isRenewing} onClick={() => void renew()}>
          {isRenewing ? t.making : t.newRecoveryCodes}
        </Button>
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          {t.switchOff}
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
            toast({ title: t.twoStepSignInIs2, text: t.yourPasswordAloneSignsYou })
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
      const wrong = t.thisCodeIsNotRight4
      return { code: isWrong ? wrong : authMessage(refused) }
    },
  })
  return (
    <form {...form.props} className="max-w-md space-y-4">
      <p className="text-15">{t.scanThisWithAnAuthenticator}</p>
      <img
        src={started.qrCode}
        alt={t.qrCodeOfTheKey}
        width={192}
        height={192}
        className="rounded-control border border-line bg-white"
      />
      <p className="text-14 text-muted">
        {t.noCameraTypeThisKey}
        <code className="mt-1 block font-mono text-15 text-text [overflow-wrap:anywhere]">
          {started.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <TextField
        label={t.sixDigits}
        {...form.field('code')}
        required
        autoComplete="one-time-code"
        inputMode="numeric"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={form.isBusy}>
          {form.isBusy ? t.checking : t.switchOn}
        </Button>
        <Button variant="secondary" disabled={form.isBusy} onClick={onCancel}>
          {t.cancel}
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
        ? { title: t.recoveryCodesCopied }
        : { title: t.notCopied, text: t.yourBrowserDoesNotAllow, variant: 'destructive' },
    )
  }
  return (
    <div ref={box} tabIndex={-1} className="mb-4 max-w-md rounded-control bg-raised p-4">
      <p className="text-15">{t.eachOfTheseSignsYou}</p>
      <ul className="my-3 grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-15 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{inGroups(code)}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          {t.copy}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {t.iHaveKeptThem}
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
const WRONG = t.thisCodeIsNotRight

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
    onRefused: () => ({ code: t.notSwitchedOffCheckYour }),
  })
  return (
    <Dialog open onClose={form.isBusy ? () => undefined : onClose} title={t.switchOffTwoStepSign}>
      <form {...form.props}>
        <p className="mb-4 text-15 text-muted">{t.yourPasswordAloneWillSign}</p>
        <TextField
          label={t.code}
          hint={form.problems.code ? undefined : t.sixDigitsOfYourAuthenticator}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('code')}
        />
        <FormActions
          action={t.switchOff}
          busyAction={t.switchingOff}
          variant="danger"
          className="mt-5"
          busy={form.isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
