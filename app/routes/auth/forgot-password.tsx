// Requests an e-mail with a link to choose a new password.
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AuthCard, TEXT_LINK } from '#app/features/auth/auth-card.tsx'
import { CheckMail, MailForm } from '#app/features/auth/check-mail.tsx'
import { mailRecovery, useLinkAnswer } from '#app/features/auth/email-links.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { signOut } from '#app/platform/session/session.ts'
import { NeedsScript } from '#app/ui/feedback/states.tsx'
import type { Route } from './+types/forgot-password'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Forgot Password',
    description: 'Ask for a link to choose a new password.',
    path: '/forgot-password',
  })
}

const UNDO_FAILED = 'This button no longer works'

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
      Back to Sign In
    </Link>
  )
  if (sentTo !== null)
    return (
      <AuthCard title="Check your e-mail" footer={footer}>
        <CheckMail
          email={sentTo}
          type="recovery"
          again={() => mailRecovery(sentTo)}
          onDone={() => void navigate('/reset-password')}
        >
          <p>
            If <strong className="font-semibold">{sentTo}</strong> has an account, a link to choose a new
            password is on its way.
          </p>
          <p className="text-14 text-muted">It works once, in this browser, for 10 minutes.</p>
        </CheckMail>
      </AuthCard>
    )
  return (
    <AuthCard
      title={isUndone ? 'The change is undone' : undo?.error ? UNDO_FAILED : 'Forgot your password?'}
      lead={
        isUndone
          ? 'Every device is signed out, and everything is as it was before the change. Choose a new password now: tell us your address, and we send you a link.'
          : undo?.error
            ? 'The button works once, for 72 hours, and not after an earlier change was undone. To keep others out, choose a new password: tell us your address, and we send you a link.'
            : 'Tell us your address, and we send you a link to choose a new one.'
      }
      footer={footer}
    >
      <NeedsScript onCard what="Choosing a new password" />
      <div className="needs-script">
        <MailForm label="Send the link" ask={mailRecovery} onSent={setSentTo} />
      </div>
    </AuthCard>
  )
}
