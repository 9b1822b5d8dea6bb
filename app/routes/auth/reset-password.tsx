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
import * as t from '#words/auth-pages.ts'
import type { Route } from './+types/reset-password'

const NewPassword = lazyWithRetry(() => import('#app/features/auth/new-password.tsx'))

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.newPassword,
    description: t.chooseANewPasswordFor,
    path: '/reset-password',
    isIndexed: false,
  })
}

export default function ResetPassword() {
  const session = useSession()
  const answer = useLinkAnswer()
  const navigate = useNavigate()
  if (session.status === 'unknown' || answer === null)
    return (
      <AuthCard title={t.chooseANewPassword}>
        <NeedsScript onCard what={t.choosingANewPassword} />
        <div className="needs-script">
          <Skeleton label={t.openingYourLink} rows={2} />
        </div>
      </AuthCard>
    )
  if (session.status === 'guest')
    return (
      <AuthCard title={answer.error ? t.thisLinkNoLongerWorks : t.openTheLinkInYour}>
        <p role={answer.error || answer.hasCode ? 'alert' : undefined} className="text-16">
          {answer.error
            ? t.eachLinkWorksOnceFor
            : answer.hasCode
              ? t.thisLinkWasAskedFor
              : t.toChooseANewPassword}
        </p>
        <ButtonLink to="/forgot-password" className="mt-5 w-full">
          {t.askForANewLink}
        </ButtonLink>
      </AuthCard>
    )
  return (
    <AuthCard
      title={t.chooseANewPassword}
      lead={t.forEveryOtherDeviceWill(
        <strong className="font-semibold text-text [overflow-wrap:anywhere]">{session.email}</strong>,
      )}
    >
      <Suspense fallback={<Skeleton label={t.loadingTheForm} rows={2} />}>
        <NewPassword
          email={session.email}
          onDone={() => {
            toast({ title: t.passwordChanged, text: t.yourNewPasswordFrom })
            void navigate('/', { replace: true })
          }}
        />
      </Suspense>
    </AuthCard>
  )
}
