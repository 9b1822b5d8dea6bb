// Two-step sign-in: switched on with a QR code and a first code of the app, with recovery codes, and switched off.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastRefusal } from '#app/features/auth/auth-errors.ts'
import { authQueries } from '#app/features/auth/query-options.ts'
import { client } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { Enrolment, type Started } from './enrolment.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SwitchOff } from './switch-off.tsx'

export function TwoStep() {
  const queries = useQueryClient()
  const state = useQuery(authQueries.twoStep)
  const [started, setStarted] = useState<Started | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const refetch = () => queries.invalidateQueries(authQueries.twoStep)

  const [start, isStarting] = useAsyncAction(async () => {
    const supabase = await client()
    const { data, error } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    if (error) return toastRefusal(error)
    setStarted({ factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
  })
  const [renew, isRenewing] = useAsyncAction(async () => {
    const { recoveryCodes } = (await client()).auth.mfa
    const { data, error } = await (state.data?.hasCodes
      ? recoveryCodes.regenerate()
      : recoveryCodes.generate())
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
          // Sessions that have shown no second factor ended with it.
          void queries.invalidateQueries(authQueries.sessions)
          toast({ title: 'Two-step sign-in is on', text: 'Keep the recovery codes in a safe place.' })
          // It is on, whatever becomes of the codes, which can be made again.
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
