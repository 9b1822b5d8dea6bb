// Requests an e-mail with a link to choose a new password.
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AuthCard, TEXT_LINK } from '#app/features/auth/auth-card.tsx'
import { CheckMail, MailForm } from '#app/features/auth/check-mail.tsx'
import { mailRecovery, useLinkAnswer } from '#app/features/auth/email-links.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { signOut } from '#app/platform/session/session.ts'
import { NeedsScript } from '#app/ui/feedback/states.tsx'
import * as t from '#words/auth-pages.ts'
import type { Route } from './+types/forgot-password'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.forgotPassword,
    description: t.askForALinkTo,
    path: '/forgot-password',
    isIndexed: false,
  })
}

const UNDO_FAILED = t.thisButtonNoLongerWorks

export default function ForgotPassword() {
  const navigate = useNavigate()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const undo = useLinkAnswer()
  const isUndone = undo?.isUndone ?? false
  useEffect(() => {
    // The undo has ended the session that this browser may still have.
    if (isUndone) void signOut()
  }, [isUndone])
  const footer = (
    <Link to="/signin" className={TEXT_LINK}>
      {t.backToSignIn}
    </Link>
  )
  if (sentTo !== null)
    return (
      <AuthCard title={t.checkYourEMail} footer={footer}>
        <CheckMail
          email={sentTo}
          type="recovery"
          again={() => mailRecovery(sentTo)}
          onDone={() => void navigate('/reset-password')}
        >
          <p>{t.ifHasAnAccountA(<strong className="font-semibold">{sentTo}</strong>)}</p>
          <p className="text-14 text-muted">{t.itWorksOnceInThis}</p>
        </CheckMail>
      </AuthCard>
    )
  return (
    <AuthCard
      title={isUndone ? t.theChangeIsUndone : undo?.error ? UNDO_FAILED : t.forgotYourPassword}
      lead={
        isUndone ? t.everyDeviceIsSignedOut : undo?.error ? t.theButtonWorksOnceFor : t.tellUsYourAddressAnd
      }
      footer={footer}
    >
      <NeedsScript onCard what={t.choosingANewPassword} />
      <div className="needs-script">
        <MailForm label={t.sendTheLink} ask={mailRecovery} onSent={setSentTo} />
      </div>
    </AuthCard>
  )
}
