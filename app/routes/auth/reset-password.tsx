// The page of the link in a recovery mail: the visitor is signed in by it, and chooses a new password.
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { AuthCard } from '#app/features/auth/auth-card.tsx'
import { useLinkAnswer } from '#app/features/auth/email-links.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import type { Route } from './+types/reset-password'

const NewPassword = lazyWithRetry(() => import('#app/features/auth/new-password.tsx'))

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'New Password',
    description: 'Choose a new password for your account.',
    path: '/reset-password',
  })
}

export default function ResetPassword() {
  const session = useSession()
  const answer = useLinkAnswer()
  const navigate = useNavigate()
  if (session.status === 'unknown' || answer === null)
    return (
      <AuthCard title="Choose a new password">
        <NeedsScript onCard what="Choosing a new password" />
        <div className="needs-script">
          <Skeleton label="Opening your link" rows={2} />
        </div>
      </AuthCard>
    )
  if (session.status === 'guest')
    return (
      <AuthCard title={answer.error ? 'This link no longer works' : 'Open the link in your e-mail'}>
        <p role={answer.error || answer.hasCode ? 'alert' : undefined} className="text-16">
          {answer.error
            ? 'Each link works once, for 10 minutes, and only the newest one does. Ask for another and it is in your inbox in a moment.'
            : answer.hasCode
              ? 'This link was asked for in another browser and works only there. It has been used up now, so please ask for a new one here.'
              : 'To choose a new password, ask for a link by e-mail and open it in this browser.'}
        </p>
        <ButtonLink to="/forgot-password" className="mt-5 w-full">
          Ask for a new link
        </ButtonLink>
      </AuthCard>
    )
  return (
    <AuthCard
      title="Choose a new password"
      lead={
        <>
          For <strong className="font-semibold text-text [overflow-wrap:anywhere]">{session.email}</strong>.
          Every other device will be signed out.
        </>
      }
    >
      <Suspense fallback={<Skeleton label="Loading the form" rows={2} />}>
        <NewPassword
          email={session.email}
          onDone={() => {
            toast({ title: 'Password changed', text: 'Use your new password from now on.' })
            void navigate('/', { replace: true })
          }}
        />
      </Suspense>
    </AuthCard>
  )
}
