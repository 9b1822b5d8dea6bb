// Username, e-mail, a password twice, and the terms.
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { client } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { USERNAME } from '#shared/limits.ts'
import { TEXT_LINK } from './auth-card.tsx'
import { authMessage, type Refused, signUpField } from './auth-errors.ts'
import { landing } from './email-otp.ts'
import { EmailField, NewPasswordFields } from './fields.tsx'
import { focusFirst, textOf } from './form-values.ts'
import { useRedirectIfSignedIn } from './redirect-signed-in.ts'
import { FIELD_ORDER, refuseSignUp, type SignUpErrors, type SignUpValues } from './sign-up-rules.ts'

type Errors = SignUpErrors & { form?: string }

type SignUpFormProps = {
  /** Where the new member goes afterwards, within the site. */
  next: string
  /** The account is made and waits until its address is confirmed. */
  onWaiting: (email: string) => void
}

export function SignUpForm({ next, onWaiting }: SignUpFormProps) {
  const site = useSite()
  const form = useRef<HTMLFormElement>(null)
  const [agreed, setAgreed] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const isLeadOn = useRedirectIfSignedIn(next)
  const isHydrated = useHydrated()
  // The box may have been ticked before the page came alive.
  useEffect(() => {
    if (form.current) setAgreed(valuesOf(form.current).agreed)
  }, [])

  const show = (found: Errors, toasted: { title: string; text: string } | null, at: HTMLFormElement) => {
    setErrors(found)
    if (toasted) toast({ ...toasted, variant: 'destructive' })
    focusFirst(
      at,
      FIELD_ORDER.filter((field) => found[field]),
    )
  }
  const [signUp, isBusy] = useAsyncAction(async (at: HTMLFormElement) => {
    const values = valuesOf(at)
    const refusal = refuseSignUp(values)
    if (refusal) return show(refusal.errors, refusal.toast, at)
    setErrors({})
    const { error, isWaiting } = await trySigningUp(values, next)
    if (error) {
      const message = authMessage(error, retryText(Date.now()))
      const place = signUpField(error) ?? 'form'
      return show({ [place]: message }, { title: 'Registration failed', text: message }, at)
    }
    if (isWaiting) return onWaiting(values.email)
    toast({
      title: 'Account created!',
      text: `Welcome to ${site.name}! You can now start participating in discussions.`,
    })
  })
  const isWorking = isBusy || isLeadOn
  return (
    <form
      ref={form}
      method="post"
      noValidate
      className="space-y-4"
      // The client comes while the fields are filled, not after.
      onFocus={() => void client().catch(() => undefined)}
      onSubmit={(event) => {
        event.preventDefault()
        void signUp(event.currentTarget)
      }}
    >
      <TextField
        label="Username"
        name="username"
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={
          errors.username
            ? undefined
            : `${USERNAME.min} to ${USERNAME.max} letters, digits, or the signs _ . -`
        }
        error={errors.username}
      />
      <EmailField error={errors.email} hint="Never shown to other members." />
      <NewPasswordFields labels={['Password', 'Confirm password']} errors={errors} />
      <Checkbox
        name="agreed"
        required
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        error={errors.agreed}
        label={
          <>
            I agree to the {/* In a tab of their own: what was typed here stays. */}
            <Link to="/terms" target="_blank" className={TEXT_LINK}>
              Terms of Use
              <span className="sr-only"> (opens in a new tab)</span>
            </Link>{' '}
            and the{' '}
            <Link to="/privacy" target="_blank" className={TEXT_LINK}>
              Privacy Policy
              <span className="sr-only"> (opens in a new tab)</span>
            </Link>
          </>
        }
      />
      {/* Where the eyes are: on a phone the top of this form is out of sight. */}
      {errors.form ? <Failed message={errors.form} /> : null}
      <Button type="submit" className="w-full" disabled={!isHydrated || !agreed || isWorking}>
        {isWorking ? 'Creating Account...' : 'Create Account'}
      </Button>
    </form>
  )
}

function valuesOf(form: HTMLFormElement): SignUpValues {
  return {
    username: textOf(form, 'username').trim(),
    email: textOf(form, 'email').trim(),
    password: textOf(form, 'password'),
    confirmation: textOf(form, 'confirmation'),
    agreed: textOf(form, 'agreed') !== '',
  }
}

async function trySigningUp(
  values: SignUpValues,
  next: string,
): Promise<{ error: Refused | null; isWaiting: boolean }> {
  const { username, email, password } = values
  try {
    const supabase = await client()
    const { data, error } = await supabase.auth.signUp({
      email,
      password,
      // The form asks for no full name; the profile does, later.
      options: { data: { username, full_name: '' }, emailRedirectTo: landing(next) },
    })
    if (error) console.warn('sign-up was refused', error.code ?? error.name)
    return { error, isWaiting: data.session === null }
  } catch (error) {
    // The client itself did not arrive.
    const lost = { name: 'AuthRetryableFetchError', message: String(error), code: undefined, status: 0 }
    return { error: lost, isWaiting: false }
  }
}
