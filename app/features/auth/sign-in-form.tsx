// Sign-in with e-mail and password.
import { useState } from 'react'
import { Link } from 'react-router'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { type Ban, lastBan } from '#app/platform/session/ban.ts'
import { client, currentSession } from '#app/platform/session/session.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { formatDate } from '#shared/format.ts'
import { signInSchema } from '#shared/schemas/members.ts'
import * as t from '#words/auth-more.ts'
import { TEXT_LINK } from './auth-card.tsx'
import { authMessage, lostConnection, type Refused } from './auth-errors.ts'
import { EmailField, PasswordField } from './fields.tsx'
import { useRedirectIfSignedIn } from './next-path.ts'

/** @param next the path after signing in; `email`: the initial address */
export function SignInForm({ next, email = '' }: { next: string; email?: string }) {
  const [ban, setBan] = useState<Ban | null>()
  const isLeadOn = useRedirectIfSignedIn(next)
  const form = useSiteForm({
    schema: signInSchema,
    send: async (typed) => {
      setBan(undefined)
      const refused = await trySigningIn(typed.email, typed.password)
      if (refused === null) {
        // The page shows the second step.
        if (currentSession().status !== 'member') return
        toast({ title: t.welcomeBack, text: t.youHaveBeenSignedIn })
        return
      }
      form.setFocus('password')
      if (refused.code !== 'user_banned') return { form: authMessage(refused) }
      setBan(lastBan())
    },
  })
  const isWorking = form.isBusy || isLeadOn
  return (
    // Preloads the client while the fields are filled in.
    <form {...form.props} className="space-y-4" onFocus={() => void client().catch(() => undefined)}>
      {form.problems.form ? <Failed title={t.signInFailed} message={form.problems.form} /> : null}
      {ban === undefined ? null : <BanNotice ban={ban} />}
      <EmailField field={form.field('email')} defaultValue={email} />
      <div>
        <PasswordField
          {...form.field('password')}
          label={t.password}
          autoComplete="current-password"
          required
        />
        <p className="mt-1 text-right text-14">
          <Link to="/forgot-password" className={`${TEXT_LINK} inline-block py-1.5`}>
            {t.forgotYourPassword}
          </Link>
        </p>
      </div>
      <Button type="submit" className="w-full" disabled={form.isDisabled || isLeadOn}>
        {isWorking ? t.signingIn : t.signIn}
      </Button>
    </form>
  )
}

/** @returns an error message, or null */
async function trySigningIn(email: string, password: string): Promise<Refused | null> {
  try {
    const supabase = await client()
    const { error } = await supabase.auth.signInWithPassword({ email, password })
    if (!error) return null
    console.warn('sign-in was refused', error.code ?? error.name)
    return error
  } catch (error) {
    // The client could not be loaded.
    return lostConnection(error)
  }
}

/** Tells a banned member the reason, the dates, what is still possible, and how to appeal. */
function BanNotice({ ban }: { ban: Ban | null }) {
  return (
    <div role="alert" className="space-y-2 rounded-card border border-loss bg-loss-soft px-5 py-4 text-15">
      <p className="font-semibold">
        {t.yourAccountIsSuspended(ban?.since ? t.since(formatDate(ban.since)) : '')}
      </p>
      {ban?.reason ? <p>{t.reason(ban.reason)}</p> : null}
      <p>{t.youCanGoOnReading(ban?.until ? t.itOpensAgainOn(formatDate(ban.until)) : t.itStaysSo)}</p>
      <p>
        {t.ifYouThinkThatThis((text) => (
          <Link to="/contact?subject=report" className={TEXT_LINK}>
            {text}
          </Link>
        ))}
      </p>
    </div>
  )
}
