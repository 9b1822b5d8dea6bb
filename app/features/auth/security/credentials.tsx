// Changes the password, with the current one; changes the e-mail address, which takes effect after confirmation where
// the site sends mail.
import { useQueryClient } from '@tanstack/react-query'
import { authMessage } from '#app/features/auth/auth-errors.ts'
import { PasswordField } from '#app/features/auth/fields.tsx'
import { authQueries } from '#app/features/auth/query-options.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { emailChangeSchema, passwordChangeSchema } from '#shared/schemas/members.ts'
import * as t from '#words/auth-more.ts'

export function PasswordChange() {
  const queries = useQueryClient()
  const form = useSiteForm({
    schema: passwordChangeSchema,
    send: async ({ current, password }) => {
      const supabase = await client()
      const { error } = await supabase.auth.updateUser({ password, current_password: current })
      if (error)
        return {
          [error.code === 'invalid_credentials' ? 'current' : 'password']: authMessage(error),
        }
      form.show({ current: '', password: '' })
      void queries.invalidateQueries(authQueries.sessions)
      toast({ title: t.passwordChanged, text: t.yourOtherDevicesHaveBeen })
    },
  })
  return (
    <form {...form.props} className="max-w-md space-y-4">
      <PasswordField
        label={t.currentPassword}
        {...form.field('current')}
        autoComplete="current-password"
        required
      />
      <PasswordField label={t.newPassword} {...form.field('password')} autoComplete="new-password" required />
      <Button type="submit" variant="secondary" disabled={form.isBusy}>
        {form.isBusy ? t.changing : t.changePassword}
      </Button>
    </form>
  )
}

/**
 * Changes the e-mail address. It takes effect after confirmation by mail, or with the password where the site sends no
 * mail.
 */
export function EmailChange({ email }: { email: string }) {
  const form = useSiteForm({
    schema: emailChangeSchema,
    send: async (wish) => {
      const supabase = await client()
      const { data, error } = await supabase.auth.updateUser({
        email: wish.email,
        current_password: wish.current,
      })
      if (error)
        return {
          [error.code === 'invalid_credentials' ? 'current' : 'email']: authMessage(error),
        }
      form.show({ email: '', current: '' })
      if (data.user?.new_email) {
        toast({ title: t.checkYourEMail, text: t.openTheLinkThatWent(data.user.new_email) })
        return
      }
      await refreshMember()
      toast({
        title: t.eMailAddressChanged,
        text: t.fromNowOnYouSign(data.user?.email ?? wish.email),
      })
    },
  })
  return (
    <form {...form.props} className="max-w-md space-y-4">
      <p className="text-15 text-muted [overflow-wrap:anywhere]">
        {t.now} <strong className="font-medium text-text">{email}</strong>
      </p>
      <TextField
        label={t.newEMailAddress}
        {...form.field('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        required
      />
      <PasswordField
        label={t.passwordForTheNewAddress}
        {...form.field('current')}
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="secondary" disabled={form.isBusy}>
        {form.isBusy ? t.changing : t.changeAddress}
      </Button>
    </form>
  )
}
