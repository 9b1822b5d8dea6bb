// E-mail and password.
import { useState } from 'react'
import { Link } from 'react-router'
import { type Ban, lastBan } from '#app/platform/session/ban.ts'
import { client, currentSession } from '#app/platform/session/session.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { TEXT_LINK } from './auth-card.tsx'
import { authMessage, type Refused } from './auth-errors.ts'
import { BanNotice } from './ban-notice.tsx'
import { EmailField } from './fields.tsx'
import { focusFirst, textOf } from './form-values.ts'
import { PasswordField } from './password-field.tsx'
import { useRedirectIfSignedIn } from './redirect-signed-in.ts'

type Errors = { email?: string; password?: string; form?: string; ban?: Ban | null }

/** @param next where the visitor goes afterwards, within the site; `email`: what the address begins with */
export function SignInForm({ next, email = '' }: { next: string; email?: string }) {
  const [errors, setErrors] = useState<Errors>({})
  const isLeadOn = useRedirectIfSignedIn(next)
  const isHydrated = useHydrated()
  const [signIn, isBusy] = useAsyncAction(async (form: HTMLFormElement) => {
    const typed = textOf(form, 'email').trim()
    const password = textOf(form, 'password')
    const missing = {
      ...(typed === '' ? { email: 'Please enter your e-mail address.' } : {}),
      ...(password === '' ? { password: 'Please enter your password.' } : {}),
    }
    setErrors(missing)
    const [first] = Object.keys(missing)
    if (first) return focusFirst(form, [first])
    const refused = await trySigningIn(typed, password)
    if (refused === null) {
      // The page shows the second step instead.
      if (currentSession().status !== 'member') return
      toast({ title: 'Welcome back!', text: 'You have been signed in successfully.' })
      return
    }
    const message = authMessage(refused, retryText(Date.now()))
    setErrors(refused.code === 'user_banned' ? { ban: lastBan() } : { form: message })
    toast({ title: 'Sign in failed', text: message, variant: 'destructive' })
    focusFirst(form, ['password'])
  })
  const isWorking = isBusy || isLeadOn
  return (
    <form
      method="post"
      noValidate
      className="space-y-4"
      // The client comes while the fields are filled, not after.
      onFocus={() => void client().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault()
        void signIn(event.currentTarget)
      }}
    >
      {errors.form ? <Failed message={errors.form} /> : null}
      {errors.ban === undefined ? null : <BanNotice ban={errors.ban} />}
      <EmailField defaultValue={email} error={errors.email} />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={errors.password}
        />
        <p className="mt-1 text-right text-14">
          <Link to="/forgot-password" className={`${TEXT_LINK} inline-block py-1.5`}>
            Forgot your password?
          </Link>
        </p>
      </div>
      <Button type="submit" className="w-full" disabled={!isHydrated || isWorking}>
        {isWorking ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  )
}

/** @returns what went wrong, or null */
async function trySigningIn(email: string, password: string): Promise<Refused | null> {
  try {
    const supabase = await client()
    const { error } = await supabase.auth.signInWithPassword({ email, password })
    if (!error) return null
    console.warn('sign-in was refused', error.code ?? error.name)
    return error
  } catch (error) {
    // The client itself did not arrive.
    return { name: 'AuthRetryableFetchError', message: String(error), code: undefined, status: 0 }
  }
}
