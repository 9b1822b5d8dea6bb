// The one-time link that makes the first administrator; the server prints it at its start.
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthCard } from '#app/features/auth/auth-card.tsx'
import { authPath } from '#app/features/auth/next-path.ts'
import { useAct } from '#app/platform/acts/act.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { type Client, client, type Member, useSession } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { Failed, NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/claim'

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Become administrator',
      description: 'Opens the one-time link of a new site.',
      path: '/admin/claim',
    }),
    { name: 'robots', content: 'noindex' },
    // The address contains the token, which no other site may receive.
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function Claim() {
  const site = useSite()
  const session = useSession()
  const [parameters] = useSearchParams()
  const token = parameters.get('token') ?? ''
  return (
    <AuthCard
      title="Become administrator"
      lead={`Anyone with this link can become an administrator of ${site.name}.`}
    >
      <NeedsScript what="Becoming administrator" />
      <div className="guest-only needs-script">
        <Guest back={`/admin/claim?token=${encodeURIComponent(token)}`} />
      </div>
      <div className="member-only">
        {session.status === 'member' && session.settled ? (
          <Own member={session} token={token} />
        ) : (
          <Skeleton label="Checking who you are..." rows={2} />
        )}
      </div>
    </AuthCard>
  )
}

function Guest({ back }: { back: string }) {
  const { isSignUpOpen } = useSite()
  return (
    <>
      <p className="text-15">
        The link makes your account an administrator. You come back here after signing in.
      </p>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        {isSignUpOpen ? <ButtonLink to={authPath('/signup', back)}>Create an account</ButtonLink> : null}
        <ButtonLink to={authPath('/signin', back)} variant={isSignUpOpen ? 'secondary' : 'primary'}>
          Sign In
        </ButtonLink>
      </div>
    </>
  )
}

function Own({ member, token }: { member: Member; token: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [claim, isBusy] = useAct(async () => {
    setProblem(null)
    const failure = await claimAdmin(await client(), token)
    if (failure) setProblem(failure)
    else await refreshMember()
  })
  if (member.isAdmin)
    return (
      <Outcome title="You are an administrator">
        You may moderate discussions, manage the categories and set members' levels.
      </Outcome>
    )
  if (token === '')
    return (
      <Failed message="This link is incomplete: its token is missing. Copy the whole address that the server printed when it started." />
    )
  return (
    <>
      <p className="text-15">
        You are signed in as{' '}
        <strong className="font-semibold [overflow-wrap:anywhere]">{member.email}</strong>. The link works
        once; afterwards only an administrator can make another.
      </p>
      {problem ? (
        <div className="mt-4">
          <Failed message={problem} />
        </div>
      ) : null}
      <Button className="mt-5 w-full" disabled={isBusy} onClick={() => void claim()}>
        {isBusy ? 'One moment...' : 'Become administrator'}
      </Button>
    </>
  )
}

function Outcome({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status">
      <ShieldCheck size={28} aria-hidden className="text-accent" />
      <h2 className="mt-3 text-18">{title}</h2>
      <p className="mt-1 text-15 text-muted">{children}</p>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        <ButtonLink to="/admin">Open the admin area</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Go to the front page
        </ButtonLink>
      </div>
    </div>
  )
}

/** Makes the member an administrator. @returns an error message, or null */
export async function claimAdmin(client: Client, token: string): Promise<string | null> {
  const { error } = await client.rpc('claim_admin', { token })
  if (!error) return null
  console.warn('the admin link was refused', error.code, error.message)
  // Our own errors have messages for users (PTnnn); others are of the network or internal.
  return error.code.startsWith('PT4')
    ? error.message
    : 'The link could not be checked. Check your connection and try again; it is still valid.'
}
