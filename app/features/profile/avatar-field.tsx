// The member's picture: uploading, cropped to its middle square, and removing.
import { type ReactNode, useRef } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { refreshMember } from '#app/platform/session/refresh-member.ts'
import { client } from '#app/platform/session/session.ts'
import {
  ACCEPTED_PICTURES,
  PictureRefused,
  pictureNotChanged,
  removePicture,
  uploadPicture,
} from '#app/platform/supabase/picture-upload.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { AVATAR_BYTES } from '#shared/pictures.ts'
import { type OwnProfile, saveAvatar } from './own-profile.ts'

const SIDE = 512

type AvatarFieldProps = {
  profile: OwnProfile
  onChanged: () => Promise<void>
  /** Controls beside the picture's own; with them all are in one row. */
  children?: ReactNode
}

export function AvatarField({ profile, onChanged, children }: AvatarFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const isRow = children !== undefined
  const { id, username, avatar_url: address } = profile
  const [change, isBusy] = useAct(
    async (file: File | null) => {
      const supabase = await client()
      const shape = { side: SIDE, square: true, bytes: AVATAR_BYTES }
      const next = file ? await uploadPicture(supabase, id, 'avatars', file, shape) : null
      const saved = await saveAvatar(supabase, id, next)
      // Deletes the picture that is not used any more.
      const unused = saved ? address : next
      if (unused) await removePicture(supabase, id, 'avatars', unused)
      if (!saved) throw new PictureRefused('Your account may not change its profile.')
    },
    {
      done: async (_saved, file) => {
        await Promise.all([refreshMember(), onChanged()])
        toast({ title: file ? 'Picture updated' : 'Picture removed' })
      },
      failed: pictureNotChanged('The picture was not changed'),
    },
  )
  return (
    <fieldset
      className={`flex items-center gap-4 ${isRow ? '' : 'sm:w-36 sm:flex-col sm:items-stretch'}`}
      disabled={isBusy}
    >
      <legend className="sr-only">Profile picture</legend>
      <div className={isRow ? '' : 'sm:self-center'}>
        <Avatar name={username} src={address} size={72} />
      </div>
      <div className={`flex flex-wrap gap-2 ${isRow ? '' : 'sm:flex-col'}`}>
        <input
          ref={field}
          type="file"
          accept={ACCEPTED_PICTURES}
          aria-label="Picture file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) void change(file)
            // Allows choosing the same file again.
            event.currentTarget.value = ''
          }}
        />
        <Button variant="secondary" size="small" disabled={isBusy} onClick={() => field.current?.click()}>
          {isBusy ? 'Working...' : address ? 'Change picture' : 'Add a picture'}
        </Button>
        {address ? (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => void change(null)}>
            Remove picture
          </Button>
        ) : null}
        {children}
      </div>
    </fieldset>
  )
}
