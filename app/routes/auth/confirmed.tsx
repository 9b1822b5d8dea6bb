// The page of e-mailed links: a confirmed sign-up, a sign-in by mail, a change of address.
import { Link, useNavigate } from 'react-router'
import { AuthCard, TEXT_LINK } from '#app/features/auth/auth-card.tsx'
import { useLinkAnswer } from '#app/features/auth/email-links.ts'
import { authPath, useNextPath } from '#app/features/auth/next-path.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/auth-pages.ts'
import type { Route } from './+types/confirmed'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.confirmation,
    description: t.yourEMailAddressIs,
    path: '/confirmed',
    isIndexed: false,
  })
}

export default function Confirmed() {
  const session = useSession()
  const answer = useLinkAnswer()
  const next = useNextPath()
  const navigate = useNavigate()
  if (session.status === 'unknown' || answer === null)
    return (
      <AuthCard title={t.oneMoment}>
        <NeedsScript onCard what={t.signingIn} />
        <div className="needs-script">
          <Skeleton label={t.openingYourLink} rows={1} />
        </div>
      </AuthCard>
    )
  if (answer.error)
    return (
      <AuthCard title={t.thisLinkNoLongerWorks}>
        <p role="alert" className="text-16">
          {answer.error === 'user_banned' ? t.thisAccountHasBeenBanned : t.eachLinkWorksOnceAnd}
        </p>
        <ButtonLink to={authPath('/signin', next)} className="mt-5 w-full">
          {t.goToSignIn}
        </ButtonLink>
      </AuthCard>
    )
  if (answer.message)
    return (
      <AuthCard
        title={t.oneMoreStep}
        footer={
          <Link to="/" className={TEXT_LINK}>
            {t.returnToHome}
          </Link>
        }
      >
        <p role="status" className="text-16">
          {t.thisAddressIsConfirmedNow}
        </p>
      </AuthCard>
    )
  if (session.status === 'guest')
    return (
      <AuthCard title={answer.hasCode ? t.yourAddressIsConfirmed : t.openTheLinkInYour}>
        <p role="status" className="text-16">
          {answer.hasCode ? t.youAskedForTheLink : t.thisPageOpensFromA}
        </p>
        <ButtonLink to={authPath('/signin', next)} className="mt-5 w-full">
          {t.goToSignIn}
        </ButtonLink>
      </AuthCard>
    )
  return (
    <AuthCard
      title={t.youAreSignedIn}
      footer={
        <Link to="/profile" className={TEXT_LINK}>
          {t.yourProfile}
        </Link>
      }
    >
      <p role="status" className="text-16 [overflow-wrap:anywhere]">
        {t.theAddressIsConfirmed(<strong className="font-semibold">{session.email}</strong>)}
      </p>
      <Button className="mt-5 w-full" onClick={() => void navigate(next, { replace: true })}>
        {t.continueLabel}
      </Button>
    </AuthCard>
  )
}
