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
import * as t from '#words/admin-pages.ts'
import type { Route } from './+types/claim'

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: t.becomeAdministrator,
      description: t.opensTheOneTimeLink,
      path: '/admin/claim',
      isIndexed: false,
    }),
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
    <AuthCard title={t.becomeAdministrator} lead={t.anyoneWithThisLinkCan(site.name)}>
      <NeedsScript what={t.becomingAdministrator} />
      <div className="guest-only needs-script">
        <Guest back={`/admin/claim?token=${encodeURIComponent(token)}`} />
      </div>
      <div className="member-only">
        {session.status === 'member' && session.settled ? (
          <Own member={session} token={token} />
        ) : (
          <Skeleton label={t.checkingWhoYouAre} rows={2} />
        )}
      </div>
    </AuthCard>
  )
}

function Guest({ back }: { back: string }) {
  const { isSignUpOpen } = useSite()
  return (
    <>
      <p className="text-15">{t.theLinkMakesYourAccount}</p>
      <div className="mt-5 grid gap-2 sm:grid-cols-2">
        {isSignUpOpen ? <ButtonLink to={authPath('/signup', back)}>{t.createAnAccount}</ButtonLink> : null}
        <ButtonLink to={authPath('/signin', back)} variant={isSignUpOpen ? 'secondary' : 'primary'}>
          {t.signIn}
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
    return <Outcome title={t.youAreAnAdministrator}>{t.youMayModerateDiscussionsManage}</Outcome>
  if (token === '') return <Failed message={t.thisLinkIsIncompleteIts} />
  return (
    <>
      <p className="text-15">
        {t.youAreSignedInAs(
          <strong className="font-semibold [overflow-wrap:anywhere]">{member.email}</strong>,
        )}
      </p>
      {problem ? (
        <div className="mt-4">
          <Failed message={problem} />
        </div>
      ) : null}
      <Button className="mt-5 w-full" disabled={isBusy} onClick={() => void claim()}>
        {isBusy ? t.oneMoment : t.becomeAdministrator}
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
        <ButtonLink to="/admin">{t.openTheAdminArea}</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          {t.goToTheFrontPage}
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
  return error.code.startsWith('PT4') ? error.message : t.theLinkCouldNotBe
}
