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
import * as t from '#words/profile.ts'
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
  const { id, avatar_url: address } = profile
  const [change, isBusy] = useAct(
    async (file: File | null) => {
      const supabase = await client()
      const shape = { side: SIDE, square: true, bytes: AVATAR_BYTES }
      const next = file ? await uploadPicture(id, 'avatars', file, shape) : null
      const saved = await saveAvatar(supabase, id, next)
      // Deletes the picture that is not used any more.
      const unused = saved ? address : next
      if (unused) await removePicture('avatars', unused, id)
      if (!saved) throw new PictureRefused(t.yourAccountMayNotChange)
    },
    {
      done: async (_saved, file) => {
        await Promise.all([refreshMember(), onChanged()])
        toast({ title: file ? t.pictureUpdated : t.pictureRemoved })
      },
      failed: pictureNotChanged(t.thePictureWasNotChanged),
    },
  )
  return (
    <fieldset
      className={`flex items-center gap-4 ${isRow ? '' : 'sm:w-36 sm:flex-col sm:items-stretch'}`}
      disabled={isBusy}
    >
      <legend className="sr-only">{t.profilePicture}</legend>
      <div className={isRow ? '' : 'sm:self-center'}>
        <Avatar id={id} src={address} size={72} />
      </div>
      <div className={`flex flex-wrap gap-2 ${isRow ? '' : 'sm:flex-col'}`}>
        <input
          ref={field}
          type="file"
          accept={ACCEPTED_PICTURES}
          aria-label={t.pictureFile}
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
          {isBusy ? t.working : address ? t.changePicture : t.addAPicture}
        </Button>
        {address ? (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => void change(null)}>
            {t.removePicture}
          </Button>
        ) : null}
        {children}
      </div>
    </fieldset>
  )
}
