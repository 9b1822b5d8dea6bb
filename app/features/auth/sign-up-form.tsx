// Sign-up: username, e-mail, password with confirmation, and the terms.
import { Link } from 'react-router'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { USERNAME } from '#shared/limits.ts'
import { type SignUpValues, signUpSchema, signUpToast } from '#shared/schemas/members.ts'
import { TEXT_LINK } from './auth-card.tsx'
import { authMessage, lostConnection, type Refused, signUpField } from './auth-errors.ts'
import { landing } from './email-links.ts'
import { EmailField, NewPasswordFields } from './fields.tsx'
import { useRedirectIfSignedIn } from './next-path.ts'

type SignUpFormProps = {
  /** The path after signing up. */
  next: string
  /** Called when the account is created and its address needs confirmation. */
  onWaiting: (email: string) => void
}

export function SignUpForm({ next, onWaiting }: SignUpFormProps) {
  const site = useSite()
  const isLeadOn = useRedirectIfSignedIn(next)
  const form = useSiteForm({
    schema: signUpSchema,
    onInvalid: (problems) => {
      const said = signUpToast(problems)
      if (said) toast({ ...said, variant: 'destructive' })
    },
    send: async (values) => {
      const { error, isWaiting } = await trySigningUp(values, next)
      if (error) {
        const message = authMessage(error)
        toastFailure('Registration failed', message)
        return { [signUpField(error) ?? 'form']: message }
      }
      if (isWaiting) return onWaiting(values.email)
      toast({
        title: 'Account created!',
        text: `Welcome to ${site.name}! You can now start participating in discussions.`,
      })
    },
  })
  const { problems } = form
  const isWorking = form.isBusy || isLeadOn
  return (
    // Preloads the client while the fields are filled in.
    <form {...form.props} className="space-y-4" onFocus={() => void client().catch(() => undefined)}>
      <TextField
        label="Username"
        {...form.field('username')}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={
          problems.username
            ? undefined
            : `${USERNAME.min} to ${USERNAME.max} letters, digits, or the signs _ . -`
        }
      />
      <EmailField field={form.field('email')} hint="Never shown to other members." />
      <NewPasswordFields labels={['Password', 'Confirm password']} field={form.field} />
      <Checkbox
        {...form.field('agreed')}
        required
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
      <p className="text-13 text-muted">Accounts are for people of 18 years and over.</p>
      {/* Near the button: on a phone the top of this form is out of sight. */}
      {problems.form ? <Failed message={problems.form} /> : null}
      <Button type="submit" className="w-full" disabled={form.isDisabled || !form.values.agreed || isLeadOn}>
        {isWorking ? 'Creating Account...' : 'Create Account'}
      </Button>
    </form>
  )
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
      // The form has no full name; the profile has.
      options: { data: { username, full_name: '' }, emailRedirectTo: landing(next) },
    })
    if (error) console.warn('sign-up was refused', error.code ?? error.name)
    return { error, isWaiting: data.session === null }
  } catch (error) {
    // The client could not be loaded.
    return { error: lostConnection(error), isWaiting: false }
  }
}
