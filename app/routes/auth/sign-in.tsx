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
import type { Route } from './+types/sign-in'

/** The second step, for members who switched it on. */
const SecondStep = lazyWithRetry(
  () => import('#app/features/auth/second-step.tsx'),
  'mx-auto my-12 w-fit max-w-[calc(100%-32px)] rounded-card border border-line bg-surface px-6 py-4',
)

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Sign In',
    description: 'Sign in to start discussions, reply, upvote and keep your profile.',
    path: '/signin',
  })
}

export default withQueries(SignIn)

function SignIn() {
  const site = useSite()
  const next = useNextPath()
  const session = useSession()
  useRedirectIfSignedIn(next)
  const lead = useIntentWords(
    next === '/' ? `Good to see you back on ${site.name}.` : 'You will come back to where you were.',
  )
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
      title="Sign In"
      lead={lead}
      footer={
        site.isSignUpOpen ? (
          <>
            New here?{' '}
            <Link to={authPath('/signup', next)} className={TEXT_LINK}>
              Create an account
            </Link>
          </>
        ) : (
          'New accounts cannot be made at the moment.'
        )
      }
    >
      <NeedsScript onCard what="Signing in" />
      <div ref={forms} className="needs-script">
        {byMail ? (
          <MailForm
            label="Send a link to sign in"
            email={email}
            ask={(email) => mailSignIn(email, next)}
            onSent={setSentTo}
          />
        ) : (
          <SignInForm next={next} email={email} />
        )}
        <Button variant="quiet" className="mt-2 w-full" onClick={change}>
          {byMail ? 'Use my password instead' : 'E-mail me a link instead'}
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
      title="Check your e-mail"
      footer={
        <button type="button" className={`${TEXT_LINK} min-h-11`} onClick={onBack}>
          Back to Sign In
        </button>
      }
    >
      <CheckMail
        email={email}
        type="email"
        again={() => mailSignIn(email, next)}
        onDone={() => toast({ title: 'Welcome back!', text: 'You have been signed in successfully.' })}
      >
        <p>
          If <strong className="font-semibold">{email}</strong> has an account, a link to sign in is on its
          way.
        </p>
        <p className="text-14 text-muted">It works once, in this browser, for 10 minutes.</p>
      </CheckMail>
    </AuthCard>
  )
}
