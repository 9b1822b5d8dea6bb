// The page of e-mailed links: a confirmed sign-up, a sign-in by mail, a change of address.
import { Link, useNavigate } from 'react-router'
import { AuthCard, TEXT_LINK } from '#app/features/auth/auth-card.tsx'
import { useLinkAnswer } from '#app/features/auth/email-links.ts'
import { authPath, useNextPath } from '#app/features/auth/next-path.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/confirmed'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Confirmation',
    description: 'Your e-mail address is confirmed here.',
    path: '/confirmed',
  })
}

export default function Confirmed() {
  const session = useSession()
  const answer = useLinkAnswer()
  const next = useNextPath()
  const navigate = useNavigate()
  if (session.status === 'unknown' || answer === null)
    return (
      <AuthCard title="One moment">
        <NeedsScript onCard what="Signing in" />
        <div className="needs-script">
          <Skeleton label="Opening your link" rows={1} />
        </div>
      </AuthCard>
    )
  if (answer.error)
    return (
      <AuthCard title="This link no longer works">
        <p role="alert" className="text-16">
          {answer.error === 'user_banned'
            ? 'This account has been banned.'
            : 'Each link works once and for a limited time, and only the newest one does. If you have used it already, just sign in.'}
        </p>
        <ButtonLink to={authPath('/signin', next)} className="mt-5 w-full">
          Go to Sign In
        </ButtonLink>
      </AuthCard>
    )
  if (answer.message)
    return (
      <AuthCard
        title="One more step"
        footer={
          <Link to="/" className={TEXT_LINK}>
            Return to Home
          </Link>
        }
      >
        <p role="status" className="text-16">
          This address is confirmed. Now open the link that we sent to the other one: the change happens once
          both are confirmed.
        </p>
      </AuthCard>
    )
  if (session.status === 'guest')
    return (
      <AuthCard title={answer.hasCode ? 'Your address is confirmed' : 'Open the link in your e-mail'}>
        <p role="status" className="text-16">
          {answer.hasCode
            ? 'You asked for the link in another browser, so you are not signed in here yet. Sign in to go on.'
            : 'This page opens from a link in our e-mails. If you have an account, sign in.'}
        </p>
        <ButtonLink to={authPath('/signin', next)} className="mt-5 w-full">
          Go to Sign In
        </ButtonLink>
      </AuthCard>
    )
  return (
    <AuthCard
      title="You are signed in"
      footer={
        <Link to="/profile" className={TEXT_LINK}>
          Your profile
        </Link>
      }
    >
      <p role="status" className="text-16 [overflow-wrap:anywhere]">
        The address <strong className="font-semibold">{session.email}</strong> is confirmed.
      </p>
      <Button className="mt-5 w-full" onClick={() => void navigate(next, { replace: true })}>
        Continue
      </Button>
    </AuthCard>
  )
}
