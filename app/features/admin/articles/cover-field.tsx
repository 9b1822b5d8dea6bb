// The picture on top of an article: uploaded, replaced, taken away. Without one the drawing of its address stands
// there, and here.
import { useRef } from 'react'
import { Cover } from '#app/domain/articles/cover.tsx'
import { client } from '#app/platform/session/session.ts'
import { PictureRefused, uploadPicture } from '#app/platform/supabase/picture-upload.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { CONTENT_BYTES } from '#shared/pictures.ts'

const LONGEST_SIDE = 1_920
const ACCEPTED = 'image/jpeg,image/png,image/webp'

type CoverFieldProps = {
  article: { slug: string; category: string; image: string | null }
  userId: string
  onChange: (image: string | null) => void
}

export function CoverField({ article, userId, onChange }: CoverFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [upload, isBusy] = useAsyncAction(async (file: File) => {
    try {
      if (file.type === 'image/gif') throw new PictureRefused('Choose a JPEG, PNG or WebP picture.')
      const shape = { side: LONGEST_SIDE, bytes: CONTENT_BYTES }
      onChange(await uploadPicture(await client(), userId, 'covers', file, shape))
    } catch (error) {
      const text = error instanceof PictureRefused ? error.message : 'Check your connection and try again.'
      toast({ title: 'The cover was not changed', text, variant: 'destructive' })
    }
  })
  return (
    <fieldset disabled={isBusy}>
      <legend className="mb-1 text-14 font-medium">Cover</legend>
      <Cover article={article} sizes="320px" className="rounded-control" />
      <p className="mt-1 text-13 text-muted">
        {article.image
          ? 'Shown in 16:9.'
          : 'Drawn from the category. A picture of your own is shown in 16:9.'}
      </p>
      <input
        ref={field}
        type="file"
        accept={ACCEPTED}
        aria-label="Cover file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) void upload(file)
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" disabled={isBusy} onClick={() => field.current?.click()}>
          {isBusy ? 'Uploading...' : article.image ? 'Change cover' : 'Upload a cover'}
        </Button>
        {article.image ? (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => onChange(null)}>
            Remove cover
          </Button>
        ) : null}
      </div>
    </fieldset>
  )
}
