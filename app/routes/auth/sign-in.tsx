// The sign-in page.
import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AuthCard, TEXT_LINK } from '#app/features/auth/auth-card.tsx'
import { CheckMail, MailForm } from '#app/features/auth/check-mail.tsx'
import { mailSignIn } from '#app/features/auth/email-links.ts'
import { authPath, useIntentWords, useNextPath, useRedirectIfSignedIn } from '#app/features/auth/next-path.ts'
import { Providers } from '#app/features/auth/providers.tsx'
import { SignInForm } from '#app/features/auth/sign-in-form.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { NeedsScript } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import * as t from '#words/auth-pages.ts'
import type { Route } from './+types/sign-in'

/** The second step, for members who switched it on. */
const SecondStep = lazyWithRetry(
  () => import('#app/features/auth/second-step.tsx'),
  'mx-auto my-12 w-fit max-w-[calc(100%-32px)] rounded-card border border-line bg-surface px-6 py-4',
)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.signIn,
    description: t.signInToStartDiscussions,
    path: '/signin',
  })
}

export default withQueries(SignIn)

function SignIn() {
  const site = useSite()
  const next = useNextPath()
  const session = useSession()
  useRedirectIfSignedIn(next)
  const lead = useIntentWords(next === '/' ? t.goodToSeeYouBack(site.name) : t.youWillComeBackTo)
  const [byMail, setByMail] = useState(false)
  const [email, setEmail] = useState('')
  const forms = useRef<HTMLDivElement>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const change = () => {
    // The forms replace each other and share the typed address.
    setEmail(forms.current?.querySelector<HTMLInputElement>('[name="email"]')?.value ?? '')
    setByMail(!byMail)
  }
  if (session.status === 'guest' && session.secondStep) {
    return (
      <Suspense>
        <SecondStep />
      </Suspense>
    )
  }
  if (sentTo !== null) return <LinkSent email={sentTo} next={next} onBack={() => setSentTo(null)} />
  return (
    <AuthCard
      title={t.signIn}
      lead={lead}
      footer={
        site.isSignUpOpen
          ? t.newHereLinkCreateAn((text) => (
              <Link to={authPath('/signup', next)} className={TEXT_LINK}>
                {text}
              </Link>
            ))
          : t.newAccountsCannotBeMade
      }
    >
      <NeedsScript onCard what={t.signingIn} />
      <div ref={forms} className="needs-script">
        {byMail ? (
          <MailForm
            label={t.sendALinkToSign}
            email={email}
            ask={(email) => mailSignIn(email, next)}
            onSent={setSentTo}
          />
        ) : (
          <SignInForm next={next} email={email} />
        )}
        <Button variant="quiet" className="mt-2 w-full" onClick={change}>
          {byMail ? t.myPasswordInstead : t.eMailMeALink}
        </Button>
        <Providers next={next} />
      </div>
    </AuthCard>
  )
}

function LinkSent({ email, next, onBack }: { email: string; next: string; onBack: () => void }) {
  useRedirectIfSignedIn(next)
  return (
    <AuthCard
      title={t.checkYourEMail}
      footer={
        <button type="button" className={`${TEXT_LINK} min-h-11`} onClick={onBack}>
          {t.backToSignIn}
        </button>
      }
    >
      <CheckMail
        email={email}
        type="email"
        again={() => mailSignIn(email, next)}
        onDone={() => toast({ title: t.welcomeBack, text: t.youHaveBeenSignedIn })}
      >
        <p>{t.ifHasAnAccountA2(<strong className="font-semibold">{email}</strong>)}</p>
        <p className="text-14 text-muted">{t.itWorksOnceInThis}</p>
      </CheckMail>
    </AuthCard>
  )
}
