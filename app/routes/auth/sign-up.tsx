// The sign-up page.
import { useState } from 'react'
import { Link } from 'react-router'
import { AuthCard, TEXT_LINK } from '#app/features/auth/auth-card.tsx'
import { CheckMail } from '#app/features/auth/check-mail.tsx'
import { mailConfirmation } from '#app/features/auth/email-links.ts'
import { authPath, useIntentWords, useNextPath, useRedirectIfSignedIn } from '#app/features/auth/next-path.ts'
import { Providers } from '#app/features/auth/providers.tsx'
import { SignUpForm } from '#app/features/auth/sign-up-form.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSite } from '#app/platform/site/site.ts'
import { NeedsScript } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/sign-up'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Sign Up',
    description: 'Join the community: ask, answer and learn with investors and traders from all over India.',
    path: '/signup',
  })
}

export default withQueries(SignUp)

function SignUp() {
  const site = useSite()
  const next = useNextPath()
  const lead = useIntentWords('Ask, answer and learn together. Joining is free.')
  const [waitingFor, setWaitingFor] = useState<string | null>(null)
  if (!site.isSignUpOpen) return <Closed next={next} />
  if (waitingFor !== null) return <ConfirmFirst email={waitingFor} next={next} />
  return (
    <AuthCard
      title={`Join ${site.name}`}
      lead={lead}
      footer={
        <>
          Already a member?{' '}
          <Link to={authPath('/signin', next)} className={TEXT_LINK}>
            Sign in
          </Link>
        </>
      }
    >
      <NeedsScript onCard what="Joining" />
      <div className="needs-script">
        <SignUpForm next={next} onWaiting={setWaitingFor} />
        <Providers next={next} />
      </div>
    </AuthCard>
  )
}

/** Sign-up is closed (DISABLE_SIGNUP), which is said instead of showing the form. */
function Closed({ next }: { next: string }) {
  return (
    <AuthCard
      title="Sign-up is closed"
      lead="New accounts cannot be made at the moment."
      footer={
        <>
          Already a member?{' '}
          <Link to={authPath('/signin', next)} className={TEXT_LINK}>
            Sign in
          </Link>
        </>
      }
    >
      <p className="text-15">
        Everything here can be read without an account. Please come back later if you would like to take part.
      </p>
      <ButtonLink to="/forums" className="mt-5 w-full">
        Browse the forums
      </ButtonLink>
    </AuthCard>
  )
}

/** The site sends mail, so the address needs confirmation before the first sign-in. */
function ConfirmFirst({ email, next }: { email: string; next: string }) {
  useRedirectIfSignedIn(next)
  return (
    <AuthCard
      title="Check your e-mail"
      footer={
        <Link to={authPath('/signin', next)} className={TEXT_LINK}>
          Go to Sign In
        </Link>
      }
    >
      <CheckMail
        email={email}
        type="signup"
        again={() => mailConfirmation(email, next)}
        onDone={() => toast({ title: 'Account created!', text: 'Your address is confirmed. Welcome!' })}
      >
        <p>
          We sent a link to <strong className="font-semibold">{email}</strong>. Open it within 24 hours to
          finish joining.
        </p>
      </CheckMail>
    </AuthCard>
  )
}
