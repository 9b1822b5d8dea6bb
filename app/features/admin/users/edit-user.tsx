// Edits a member: what they say of themselves (with a reason, for the log), their level, whether they administer.
// Each part is its own act of the contract; what was done stays done when a later one is refused, and says so.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { type Client, client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { BIO, FULL_NAME, REASON, USERNAME } from '#shared/limits.ts'
import { adminQueries } from '../query-options.ts'
import { banUser, LEVELS, type Level, moderateProfile, setAdmin, setLevel, type User } from './queries.ts'
import { messageOf } from './use-user-acts.ts'

type Fields = {
  username: string
  fullName: string
  bio: string
  removeAvatar: boolean
  level: Level
  isAdmin: boolean
  reason: string
}

type Problems = Partial<Record<'username' | 'fullName' | 'bio' | 'reason' | 'form', string>>

/** The field that a constraint of the database is about. */
const FIELD_OF: Readonly<Record<string, keyof Problems>> = {
  profiles_username_format: 'username',
  profiles_username_key: 'username',
  profiles_full_name_length: 'fullName',
  profiles_bio_length: 'bio',
}

export default function EditUser({
  user,
  isSelf,
  onClose,
}: {
  user: User
  isSelf: boolean
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [before, setBefore] = useState(() => fieldsOf(user))
  const [fields, setFields] = useState(before)
  const [problems, setProblems] = useState<Problems>({})
  const change = (changed: Partial<Fields>) => {
    setFields({ ...fields, ...changed })
    setProblems({})
  }
  const needsReason =
    saysOtherThings(fields, before) || (fields.level === 'Banned' && before.level !== 'Banned')

  const [save, busy] = useAsyncAction(async () => {
    if (needsReason && [...fields.reason.trim()].length < REASON.min)
      return setProblems({ reason: REASON.message })
    // What is saved is not saved again by the next try.
    let saved = before
    try {
      const supabase = await client()
      for (const [part, act] of actsOf(user.id, fields, before)) {
        await act(supabase)
        saved = { ...saved, ...part }
      }
      toast({ title: 'User updated', text: `${fields.username.trim()} has been updated successfully.` })
      onClose()
    } catch (error) {
      console.warn('user was not updated', error)
      const refusal = refusalOf(error)
      const field = FIELD_OF[refusal?.constraint ?? ''] ?? 'form'
      setBefore(saved)
      setProblems({ [field]: refusal?.message ?? messageOf(error) })
      const text = `Failed to update user: ${refusal?.message ?? messageOf(error)}`
      toast({ title: 'Error', text, variant: 'destructive' })
    }
    await queries.invalidateQueries({ queryKey: adminQueries.all })
    if (isSelf) await refreshMember()
  })

  return (
    <Dialog open onClose={onClose} busy={busy} title="Edit User">
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="Username"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          required
          maxLength={USERNAME.max}
          value={fields.username}
          error={problems.username}
          onChange={(event) => change({ username: event.target.value })}
        />
        <TextField
          label="Full name"
          autoComplete="off"
          maxLength={FULL_NAME.max}
          value={fields.fullName}
          error={problems.fullName}
          onChange={(event) => change({ fullName: event.target.value })}
        />
        <TextArea
          label="Bio"
          rows={3}
          maxLength={BIO.max}
          value={fields.bio}
          error={problems.bio}
          onChange={(event) => change({ bio: event.target.value })}
        />
        {user.avatar_url ? (
          <Checkbox
            label="Remove the picture"
            checked={fields.removeAvatar}
            onChange={(event) => change({ removeAvatar: event.target.checked })}
          />
        ) : null}
        <Select
          label="Level"
          value={fields.level}
          onChange={(event) => change({ level: event.target.value as Level })}
        >
          {LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </Select>
        <Checkbox
          label="Administrator: may do all that you may"
          checked={fields.isAdmin}
          onChange={(event) => change({ isAdmin: event.target.checked })}
        />
        {needsReason ? (
          <TextArea
            label="Reason"
            hint="For the moderation log; only administrators read it."
            rows={2}
            required
            maxLength={REASON.max}
            value={fields.reason}
            error={problems.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        ) : null}
        {problems.form ? (
          <p role="alert" className="text-14 text-loss">
            {problems.form}
          </p>
        ) : null}
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy || fields.username.trim() === ''}>
            {busy ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function fieldsOf(user: User): Fields {
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

function saysOtherThings(fields: Fields, before: Fields): boolean {
  const { username, fullName, bio, removeAvatar } = fields
  return (
    removeAvatar !== before.removeAvatar ||
    username.trim() !== before.username ||
    fullName.trim() !== before.fullName ||
    bio.trim() !== before.bio
  )
}

/** What is to be done, with what is saved by it. */
function actsOf(
  id: string,
  fields: Fields,
  before: Fields,
): [Partial<Fields>, (client: Client) => Promise<void>][] {
  const { username, fullName, bio, removeAvatar, level, isAdmin, reason } = fields
  const acts: ReturnType<typeof actsOf> = []
  if (saysOtherThings(fields, before)) {
    const change = { username: username.trim(), fullName: fullName.trim(), bio: bio.trim(), removeAvatar }
    acts.push([change, (client) => moderateProfile(client, id, change, reason.trim())])
  }
  if (isAdmin !== before.isAdmin) acts.push([{ isAdmin }, (client) => setAdmin(client, id, isAdmin)])
  if (level !== before.level) {
    const act = (client: Client) =>
      level === 'Banned' ? banUser(client, id, reason.trim()) : setLevel(client, [id], level)
    acts.push([{ level }, act])
  }
  return acts
}
