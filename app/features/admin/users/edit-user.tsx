// Edits a member: profile (with a reason for the log), level, and administrator role. Each part is a separate request:
// what was saved stays saved when a later one fails, and the form says so.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, failedTo, refusalOf } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { type Client, client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { FormActions, FormProblem } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { BIO, FULL_NAME, REASON, USERNAME } from '#shared/limits.ts'
import { LEVELS, type Level, type MemberFields, memberSchema } from '#shared/schemas/members.ts'
import * as t from '#words/admin.ts'
import { adminQueries } from '../query-options.ts'
import { banUser, moderateProfile, setAdmin, setLevel, type User } from './queries.ts'

type EditUserProps = { user: User; isSelf: boolean; onClose: () => void }

export default function EditUser({ user, isSelf, onClose }: EditUserProps) {
  const queries = useQueryClient()
  /** Parts that were saved, which a retry skips. */
  const [before, setBefore] = useState(() => fieldsOf(user))
  const form = useSiteForm({
    schema: memberSchema,
    start: before,
    send: async (fields) => {
      if (needsReason && [...fields.reason].length < REASON.min) return { reason: REASON.message }
      try {
        const supabase = await client()
        for (const [part, act] of actsOf(user.id, fields, before)) {
          await act(supabase)
          setBefore((saved) => ({ ...saved, ...part }))
        }
        toast({ title: t.userUpdated, text: t.hasBeenUpdatedSuccessfully(fields.username) })
        onClose()
      } finally {
        await queries.invalidateQueries({ queryKey: adminQueries.all })
        if (isSelf) await refreshMember()
      }
    },
    onRefused: (error) => {
      failedTo('update user')(error)
      if (!refusalOf(error)) return { form: errorMessage(error) }
    },
  })
  const { field, values } = form
  const needsReason =
    saysOtherThings(values, before) || (values.level === 'Banned' && before.level !== 'Banned')

  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={t.editUser}>
      <form {...form.props} className="space-y-4">
        <TextField
          label={t.username}
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          required
          maxLength={USERNAME.max}
          {...field('username')}
        />
        <TextField label={t.fullName} autoComplete="off" maxLength={FULL_NAME.max} {...field('fullName')} />
        <TextArea label={t.bio} rows={3} maxLength={BIO.max} {...field('bio')} />
        {user.avatar_url ? <Checkbox label={t.removeThePicture} {...field('removeAvatar')} /> : null}
        <Select label={t.level} {...field('level')}>
          {LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </Select>
        <Checkbox label={t.administratorMayDoAllThat} {...field('isAdmin')} />
        {needsReason ? (
          <TextArea
            label={t.reason}
            hint={t.forTheModerationLogOnly}
            rows={2}
            required
            maxLength={REASON.max}
            {...field('reason')}
          />
        ) : null}
        <FormProblem message={form.problems.form} />
        <FormActions
          action={t.saveChanges2}
          busy={form.isBusy}
          disabled={values.username.trim() === ''}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function fieldsOf(user: User): MemberFields {
  return {
    username: user.username,
    fullName: user.full_name ?? '',
    bio: user.bio ?? '',
    removeAvatar: false,
    level: user.user_level as Level,
    isAdmin: user.roles.some(({ role }) => role === 'admin'),
    reason: '',
  }
}

function saysOtherThings(fields: MemberFields, before: MemberFields): boolean {
  const { username, fullName, bio, removeAvatar } = fields
  return (
    removeAvatar !== before.removeAvatar ||
    username.trim() !== before.username ||
    fullName.trim() !== before.fullName ||
    bio.trim() !== before.bio
  )
}

/** The pending requests, with what each saves. */
function actsOf(
  id: string,
  fields: MemberFields,
  before: MemberFields,
): [Partial<MemberFields>, (client: Client) => Promise<void>][] {
  const { username, fullName, bio, removeAvatar, level, isAdmin, reason } = fields
  const acts: ReturnType<typeof actsOf> = []
  if (saysOtherThings(fields, before)) {
    const change = { username, fullName, bio, removeAvatar }
    acts.push([change, (client) => moderateProfile(client, id, change, reason)])
  }
  if (isAdmin !== before.isAdmin) acts.push([{ isAdmin }, (client) => setAdmin(client, id, isAdmin)])
  if (level !== before.level) {
    const act = (client: Client) =>
      level === 'Banned' ? banUser(client, id, reason) : setLevel(client, [id], level)
    acts.push([{ level }, act])
  }
  return acts
}
