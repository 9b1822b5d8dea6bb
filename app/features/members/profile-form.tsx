// Editing the own profile. Cancel leaves everything as it was; a failed save keeps what was typed.
import { useState } from 'react'
import { refreshMember } from '#app/lib/refresh-member.ts'
import { client, currentSession } from '#app/lib/session.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { useOneAtATime } from '#app/ui/one-at-a-time.ts'
import { toast } from '#app/ui/toast.ts'
import { BIO, USERNAME } from '#shared/limits.ts'
import { AvatarField } from './avatar-field.tsx'
import { type OwnProfile, saveProfile } from './own-profile.ts'
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
  const [values, setValues] = useState<ProfileValues>({
    username: profile.username,
    fullName: profile.full_name ?? '',
    bio: profile.bio ?? '',
  })
  const [errors, setErrors] = useState<ProfileErrors>({})
  const change = (changed: Partial<ProfileValues>) => {
    setValues({ ...values, ...changed })
    // What was said of a field is about what stood there.
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in changed))))
  }
  const [save, isSaving] = useOneAtATime(async () => {
    const trimmed = trim(values)
    const found = profileErrors(trimmed)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const refusal = await trySaving(profile.id, trimmed)
    if (refusal === null) {
      await onSaved()
      toast({ title: 'Profile updated', text: 'Your profile has been updated successfully.' })
      return
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
        <div className="grow space-y-4">
          <h1 className="text-22">Edit Profile</h1>
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
          <div className="flex justify-end gap-2">
            <Button look="secondary" onClick={onCancel} disabled={isSaving}>
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

async function trySaving(id: string, values: ProfileValues) {
  if (currentSession().status !== 'member') return { constraint: null, message: 'Must be authenticated' }
  const supabase = await client()
  const refusal = await saveProfile(supabase, id, values)
  if (refusal === null) await refreshMember()
  return refusal
}
