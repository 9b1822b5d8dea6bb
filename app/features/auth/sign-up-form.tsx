// Sign-up: username, e-mail, password with confirmation, and the terms.
import { useState } from 'react'
import { Link } from 'react-router'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { USERNAME } from '#shared/limits.ts'
import { type SignUpValues, signUpSchema, signUpTitle } from '#shared/schemas/members.ts'
import * as t from '#words/auth-more.ts'
import { LANGUAGE } from '#words/language.ts'
import { TEXT_LINK } from './auth-card.tsx'
import { authMessage, lostConnection, type Refused, signUpField } from './auth-errors.ts'
import { signUpLanding } from './email-links.ts'
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
  /** What the problems at the fields are called. */
  const [title, setTitle] = useState<string | null>(null)
  const form = useSiteForm({
    schema: signUpSchema,
    onInvalid: (problems) => setTitle(signUpTitle(problems)),
    send: async (values) => {
      const { error, isWaiting } = await trySigningUp(values, next)
      if (error) {
        setTitle(t.registrationFailed)
        return { [signUpField(error) ?? 'form']: authMessage(error) }
      }
      if (isWaiting) return onWaiting(values.email)
      toast({
        title: t.accountCreated,
        text: t.welcomeToYouCanNow(site.name),
      })
    },
  })
  const { problems } = form
  const isWorking = form.isBusy || isLeadOn
  return (
    // Preloads the client while the fields are filled in.
    <form {...form.props} className="space-y-4" onFocus={() => void client().catch(() => undefined)}>
      <TextField
        label={t.username}
        {...form.field('username')}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={problems.username ? undefined : t.toLettersNumbers(USERNAME.min, USERNAME.max)}
      />
      <EmailField field={form.field('email')} hint={t.neverShownToOtherMembers} />
      <NewPasswordFields labels={[t.password, t.confirmPassword]} field={form.field} />
      <Checkbox
        {...form.field('agreed')}
        required
        label={t.iAgreeToTheAnd(
          <Link to="/terms" target="_blank" className={TEXT_LINK}>
            {t.termsOfUsePartOpens((text) => (
              <span className="sr-only">{text}</span>
            ))}
          </Link>,
          <Link to="/privacy" target="_blank" className={TEXT_LINK}>
            {t.privacyPolicyPartOpensIn((text) => (
              <span className="sr-only">{text}</span>
            ))}
          </Link>,
        )}
      />
      <Checkbox {...form.field('digest')} label={t.sendMeAWeeklyDigest} />
      <p className="text-13 text-muted">{t.accountsAreForPeopleOf}</p>
      {/* Near the button: on a phone the top of this form is out of sight. */}
      {title && Object.keys(problems).length > 0 ? (
        <Failed title={title} message={problems.form ?? null} />
      ) : null}
      <Button type="submit" className="w-full" disabled={form.isDisabled || !form.values.agreed || isLeadOn}>
        {isWorking ? t.creatingAccount : t.createAccount}
      </Button>
    </form>
  )
}

/** Who joins on a page in another language than the site's gets the next ones, and mails, in it. */
const OF_PAGE = LANGUAGE === 'en' ? {} : { language: LANGUAGE }

async function trySigningUp(
  values: SignUpValues,
  next: string,
): Promise<{ error: Refused | null; isWaiting: boolean }> {
  const { username, email, password, digest } = values
  try {
    const supabase = await client()
    const { data, error } = await supabase.auth.signUp({
      email,
      password,
      // The form has no full name; the profile has.
      options: {
        data: { username, full_name: '', ...OF_PAGE, ...(digest ? { digest: 'weekly' } : {}) },
        emailRedirectTo: signUpLanding(next),
      },
    })
    if (error) console.warn('sign-up was refused', error.code ?? error.name)
    return { error, isWaiting: data.session === null }
  } catch (error) {
    // The client could not be loaded.
    return { error: lostConnection(error), isWaiting: false }
  }
}
