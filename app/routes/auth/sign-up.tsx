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
import * as t from '#words/auth-pages.ts'
import type { Route } from './+types/sign-up'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.signUp,
    description: t.joinTheCommunityAskAnswer,
    path: '/signup',
  })
}

export default withQueries(SignUp)

function SignUp() {
  const site = useSite()
  const next = useNextPath()
  const lead = useIntentWords(t.askAnswerAndLearnTogether)
  const [waitingFor, setWaitingFor] = useState<string | null>(null)
  if (!site.isSignUpOpen) return <Closed next={next} />
  if (waitingFor !== null) return <ConfirmFirst email={waitingFor} next={next} />
  return (
    <AuthCard
      title={t.join(site.name)}
      lead={lead}
      footer={t.alreadyAMemberLinkSign((text) => (
        <Link to={authPath('/signin', next)} className={TEXT_LINK}>
          {text}
        </Link>
      ))}
    >
      <NeedsScript onCard what={t.joining} />
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
      title={t.signUpIsClosed}
      lead={t.newAccountsCannotBeMade}
      footer={t.alreadyAMemberLinkSign((text) => (
        <Link to={authPath('/signin', next)} className={TEXT_LINK}>
          {text}
        </Link>
      ))}
    >
      <p className="text-15">{t.everythingHereCanBeRead}</p>
      <ButtonLink to="/forums" className="mt-5 w-full">
        {t.browseTheForums}
      </ButtonLink>
    </AuthCard>
  )
}

/** The site sends mail, so the address needs confirmation before the first sign-in. */
function ConfirmFirst({ email, next }: { email: string; next: string }) {
  useRedirectIfSignedIn(next)
  return (
    <AuthCard
      title={t.checkYourEMail}
      footer={
        <Link to={authPath('/signin', next)} className={TEXT_LINK}>
          {t.goToSignIn}
        </Link>
      }
    >
      <CheckMail
        email={email}
        type="signup"
        again={() => mailConfirmation(email, next)}
        onDone={() => toast({ title: t.accountCreated, text: t.yourAddressIsConfirmedWelcome })}
      >
        <p>{t.weSentALinkTo(<strong className="font-semibold">{email}</strong>)}</p>
      </CheckMail>
    </AuthCard>
  )
}
