// Edits the own profile. Cancel discards changes; leaving the page keeps a draft.
import { profileDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useEditForm } from '#app/platform/forms/use-edit-form.ts'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { client, currentSession } from '#app/platform/session/session.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { TextArea, TextField } from '#app/ui/forms/field.tsx'
import { FormActions, NewerVersion, VersionField } from '#app/ui/forms/form-end.tsx'
import { BIO, USERNAME } from '#shared/limits.ts'
import { type ProfileValues, profileSchema } from '#shared/schemas/members.ts'
import * as t from '#words/profile.ts'
import { AvatarField } from './avatar-field.tsx'
import { type OwnProfile, profileEdit, profileRefusal, SignedOut } from './own-profile.ts'

type ProfileFormProps = {
  profile: OwnProfile
  onSaved: () => Promise<void>
  /** The picture is saved at once, independently of the form. */
  onAvatar: () => Promise<void>
  onCancel: () => void
}

export function ProfileForm({ profile, onSaved, onAvatar, onCancel }: ProfileFormProps) {
  const form = useEditForm({
    draftKey: profileDraftKey(profile.id),
    current: profile,
    valuesOf,
    schema: profileSchema,
    send: async (mine, save) => {
      if (currentSession().status !== 'member') throw new SignedOut()
      const supabase = await client()
      if (!(await save({ mine, ...profileEdit(supabase, profile.id, mine) }))) return
      await refreshMember()
      await onSaved()
      toast({ title: t.profileUpdated, text: t.yourProfileHasBeenUpdated })
    },
    failed: '',
    onRefused: (error) =>
      toastFailure(t.updateFailed, profileRefusal(error).message ?? t.thereWasAnErrorUpdating),
  })
  const { theirs } = form
  return (
    <section aria-label={t.editYourProfile} className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <form {...form.props} className="flex flex-col gap-4 sm:flex-row">
        <AvatarField profile={profile} onChanged={onAvatar} />
        <div className="min-w-0 grow space-y-4">
          {form.draft ? <DraftNotice {...form.draft} /> : null}
          <TextField
            label={t.username}
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint={form.problems.username ? undefined : t.toLettersNumbers(USERNAME.min, USERNAME.max)}
            {...form.field('username')}
          />
          <TextField
            label={t.fullName}
            autoComplete="name"
            hint={t.optionalAndShownToEverybody}
            {...form.field('fullName')}
          />
          <TextArea
            label={t.bio}
            rows={4}
            hint={t.ofCharacters([...form.values.bio].length, BIO.max)}
            {...form.field('bio')}
          />
          {theirs ? (
            <NewerVersion {...form.decision}>
              <VersionField label={t.username}>{theirs.username}</VersionField>
              <VersionField label={t.fullName}>{theirs.full_name}</VersionField>
              <VersionField label={t.bio}>{theirs.bio}</VersionField>
            </NewerVersion>
          ) : null}
          <FormActions
            action={t.save}
            busy={form.isBusy}
            onCancel={() => {
              form.forget()
              onCancel()
            }}
          />
        </div>
      </form>
    </section>
  )
}

function valuesOf({ username, full_name, bio }: OwnProfile): ProfileValues {
  return { username, fullName: full_name ?? '', bio: bio ?? '' }
}
