// The sign-in methods of the own account: e-mail address and connected providers. The last one cannot be removed.

import type { AuthError, UserIdentity } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { providerRefusal, toastRefusal } from '#app/features/auth/auth-errors.ts'
import { PROVIDERS, useSetUpProviders } from '#app/features/auth/providers.tsx'
import { authQueries, type ProviderName } from '#app/features/auth/query-options.ts'
import { useWithProof } from '#app/features/auth/recent-proof.tsx'
import { useAct } from '#app/platform/acts/act.ts'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import * as t from '#words/auth-more.ts'
import { here } from '../email-links.ts'

const EMAIL = { name: 'email', label: t.eMail, mark: <Mail size={18} aria-hidden /> } as const

export function SignInWays() {
  const identities = useQuery(authQueries.identities)
  const setUp = useSetUpProviders()
  // The reason why the last attempt to connect a provider failed.
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => setRefusal(providerRefusal(window.location.search)), [])
  if (identities.isError) {
    return <Failed message={t.yourWaysToSignIn} onRetry={() => void identities.refetch()} />
  }
  if (identities.isPending || setUp.isPending) return <Skeleton label={t.loadingYourWaysToSign} rows={3} />
  const isLast = identities.data.length < 2
  return (
    <>
      {refusal ? (
        <div className="mb-3">
          <Failed message={refusal} />
        </div>
      ) : null}
      <ul className="divide-y divide-line sm:-mt-2">
        {[EMAIL, ...PROVIDERS].map((way) => {
          const identity = identities.data.find(({ provider }) => provider === way.name)
          // Nothing can be done about a provider that the site does not have.
          if (!identity && way.name !== 'email' && !setUp.data?.[way.name]) return null
          return (
            <Way key={way.name} way={way} identity={identity}>
              {identity && way.name !== 'email' ? (
                isLast ? (
                  <span className="text-13 text-muted">{t.yourOnlyWayToSign}</span>
                ) : (
                  <Disconnect identity={identity} label={way.label} />
                )
              ) : null}
              {!identity && way.name !== 'email' ? <Connect name={way.name} label={way.label} /> : null}
            </Way>
          )
        })}
      </ul>
    </>
  )
}

type WayProps = {
  way: { label: string; mark: ReactNode }
  identity: UserIdentity | undefined
  children: ReactNode
}

function Way({ way, identity, children }: WayProps) {
  const address: unknown = identity?.identity_data?.email
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      {way.mark}
      <div className="min-w-0 grow">
        <p className="text-15 font-medium">{way.label}</p>
        <p className="text-13 [overflow-wrap:anywhere] text-muted">
          {identity ? (typeof address === 'string' ? t.connectedAs(address) : t.connected) : t.notConnected}
        </p>
      </div>
      {children}
    </li>
  )
}

function Connect({ name, label }: { name: ProviderName; label: string }) {
  const withProof = useWithProof()
  const [connect, isBusy] = useAct(async () => {
    const supabase = await client()
    const options = { redirectTo: here('/settings/security') }
    const { error } = await withProof(() => supabase.auth.linkIdentity({ provider: name, options }))
    if (error) toastRefusal(error)
  })
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={isBusy}
      aria-label={t.connect2(label)}
      onClick={() => void connect()}
    >
      {t.connect}
    </Button>
  )
}

function Disconnect({ identity, label }: { identity: UserIdentity; label: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const withProof = useWithProof()
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={t.disconnect2(label)}
        onClick={() => setIsAsking(true)}
      >
        {t.disconnect}
      </Button>
      {isAsking ? (
        <ConfirmAct
          title={t.disconnect3(label)}
          text={t.youCanThenNoLonger(label)}
          action={t.disconnect}
          busyAction={t.disconnecting}
          write={async ({ auth }) => {
            const { error } = await withProof(() => auth.unlinkIdentity(identity))
            if (error) throw apiError(error)
          }}
          said={{ title: t.disconnected(label) }}
          onClose={() => setIsAsking(false)}
          failed={(error) => {
            setIsAsking(false)
            toastRefusal(error as AuthError)
          }}
        />
      ) : null}
    </>
  )
}
