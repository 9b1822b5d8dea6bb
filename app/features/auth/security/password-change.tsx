// A new password, with the one of today.
import { useQueryClient } from '@tanstack/react-query'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { passwordChangeSchema } from '#shared/schemas/members.ts'
import { authMessage } from '../auth-errors.ts'
import { PasswordField } from '../password-field.tsx'
import { authQueries } from '../query-options.ts'

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
      toast({ title: 'Password changed', text: 'Your other devices have been signed out.' })
    },
  })
  return (
    <form {...form.props} className="max-w-md space-y-4">
      <PasswordField
        label="Current password"
        {...form.field('current')}
        autoComplete="current-password"
        required
      />
      <PasswordField label="New password" {...form.field('password')} autoComplete="new-password" required />
      <Button type="submit" variant="secondary" disabled={form.isBusy}>
        {form.isBusy ? 'Changing...' : 'Change Password'}
      </Button>
    </form>
  )
}
