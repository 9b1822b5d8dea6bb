// Editing the own profile. Cancel leaves everything as it was; leaving the page keeps a draft.
import { useState } from 'react'
import { profileDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useEdit } from '#app/platform/drafts/use-edit.ts'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { client, currentSession } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { TextArea, TextField } from '#app/ui/forms/field.tsx'
import { NewerVersion, VersionField } from '#app/ui/forms/newer-version.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { BIO, USERNAME } from '#shared/limits.ts'
import { AvatarField } from './avatar-field.tsx'
import { type OwnProfile, profileEdit, profileRefusal, SignedOut } from './own-profile.ts'
import {
  characters,
  fieldOf,
  type ProfileErrors,
  type ProfileValues,
  profileErrors,
} from './profile-rules.ts'

type ProfileFormProps = {
  profile: OwnProfile
  onSaved: () => Promise<void>
  /** The picture is saved when it is chosen, whatever becomes of the rest. */
  onAvatar: () => Promise<void>
  onCancel: () => void
}

export function ProfileForm({ profile, onSaved, onAvatar, onCancel }: ProfileFormProps) {
  const edit = useEdit<OwnProfile, ProfileValues>({
    draftKey: profileDraftKey(profile.id),
    current: profile,
    valuesOf,
    isValues,
  })
  const { values, theirs } = edit
  const [errors, setErrors] = useState<ProfileErrors>({})
  const change = (changed: Partial<ProfileValues>) => {
    edit.change({ ...values, ...changed })
    // What was said of a field is about what stood there.
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in changed))))
  }
  const [save, isSaving] = useAsyncAction(async () => {
    const trimmed = trim(values)
    const found = profileErrors(trimmed)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    let refusal: ReturnType<typeof profileRefusal>
    try {
      if (currentSession().status !== 'member') throw new SignedOut()
      const supabase = await client()
      if (!(await edit.save({ mine: trimmed, ...profileEdit(supabase, profile.id, trimmed) }))) return
      await refreshMember()
      await onSaved()
      return toast({ title: 'Profile updated', text: 'Your profile has been updated successfully.' })
    } catch (error) {
      console.warn('profile was not saved', error)
      refusal = profileRefusal(error)
    }
    const field = fieldOf(refusal.constraint)
    if (field) setErrors({ [field]: refusal.message ?? undefined })
    toast({
      title: 'Update failed',
      text: refusal.message ?? 'There was an error updating your profile. Please try again.',
      variant: 'destructive',
    })
  })
  return (
    <section aria-label="Edit your profile" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <form
        noValidate
        className="flex flex-col gap-4 sm:flex-row"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <AvatarField profile={profile} onChanged={onAvatar} />
        <div className="min-w-0 grow space-y-4">
          <h1 className="text-22">Edit Profile</h1>
          {edit.restored && !theirs ? <DraftNotice at={edit.restored.at} onDiscard={edit.discard} /> : null}
          <TextField
            label="Username"
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint={
              errors.username
                ? undefined
                : `${USERNAME.min} to ${USERNAME.max} letters, digits, or the signs _ . -`
            }
            value={values.username}
            onChange={(event) => change({ username: event.currentTarget.value })}
            error={errors.username}
          />
          <TextField
            label="Full name"
            autoComplete="name"
            hint="Optional, and shown to everybody."
            value={values.fullName}
            onChange={(event) => change({ fullName: event.currentTarget.value })}
            error={errors.fullName}
          />
          <TextArea
            label="Bio"
            rows={4}
            hint={`${characters(values.bio)} of ${BIO.max} characters`}
            value={values.bio}
            onChange={(event) => change({ bio: event.currentTarget.value })}
            error={errors.bio}
          />
          {theirs ? (
            <NewerVersion
              busy={isSaving}
              onTakeTheirs={edit.takeTheirs}
              onKeepMine={() => {
                edit.keepMine()
                void save()
              }}
            >
              <VersionField label="Username">{theirs.username}</VersionField>
              <VersionField label="Full name">{theirs.full_name}</VersionField>
              <VersionField label="Bio">{theirs.bio}</VersionField>
            </NewerVersion>
          ) : null}
          <div className="flex justify-end gap-2">
            <Button
              variant="secondary"
              onClick={() => {
                edit.forget()
                onCancel()
              }}
              disabled={isSaving}
            >
              Cancel
            </Button>
            <Button type="submit" disabled={isSaving}>
              {isSaving ? 'Saving...' : 'Save'}
            </Button>
          </div>
        </div>
      </form>
    </section>
  )
}

function trim(values: ProfileValues): ProfileValues {
  return { username: values.username.trim(), fullName: values.fullName.trim(), bio: values.bio.trim() }
}

function valuesOf({ username, full_name, bio }: OwnProfile): ProfileValues {
  return { username, fullName: full_name ?? '', bio: bio ?? '' }
}

function isValues(value: unknown): value is ProfileValues {
  const values = value as ProfileValues | null
  return (
    typeof values === 'object' &&
    values !== null &&
    [values.username, values.fullName, values.bio].every((field) => typeof field === 'string')
  )
}
