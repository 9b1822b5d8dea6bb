// Adds a picture, in a row under the toolbar; it uploads while its description is typed.
import { type Editor, Node } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { client, currentSession } from '#app/platform/session/session.ts'
import { PictureRefused, uploadPicture } from '#app/platform/supabase/picture-upload.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { CONTENT_BYTES, isContentPicture } from '#shared/pictures.ts'

const SIDE = 2_000
const DESCRIPTION = 300

type PictureFormProps = { editor: Editor; file: File; onClose: () => void }
type Upload = { address?: string; refusal?: string }

export function PictureForm({ editor, file, onClose }: PictureFormProps) {
  const [upload, setUpload] = useState<Upload>({})
  const [alt, setAlt] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    let wanted = true
    field.current?.focus()
    send(file).then((sent) => wanted && setUpload(sent))
    return () => {
      wanted = false
    }
  }, [file])

  function close() {
    onClose()
    editor.commands.focus()
  }

  function insert() {
    if (!upload.address) return
    const attrs = { src: upload.address, alt: alt.trim() }
    // An empty paragraph after it, to write on.
    editor
      .chain()
      .focus()
      .insertContent([{ type: 'picture', attrs }, { type: 'paragraph' }])
      .run()
    onClose()
  }

  // Not a <form>: forms do not nest, and this is inside the form of the post.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') insert()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="border-t border-line bg-raised px-3 py-2">
      <label htmlFor={id} className="mb-1 block text-13 font-medium">
        Description for people who cannot see the picture
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          type="text"
          maxLength={DESCRIPTION}
          autoComplete="off"
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
          onKeyDown={onKeyDown}
          aria-describedby={`${id}-state`}
          className="min-h-11 min-w-0 flex-1 basis-full rounded-control border border-control-line bg-surface px-3 text-16 sm:min-h-9 sm:basis-52 sm:text-14"
        />
        <Button size="small" disabled={!upload.address} onClick={insert}>
          Insert picture
        </Button>
        <Button variant="quiet" size="small" onClick={close}>
          Cancel picture
        </Button>
      </div>
      <p
        id={`${id}-state`}
        role={upload.refusal ? 'alert' : 'status'}
        className={`mt-1 text-13 ${upload.refusal ? 'text-loss' : 'text-muted'}`}
      >
        {upload.refusal ?? (upload.address ? `${file.name} is uploaded.` : `Uploading ${file.name}...`)}
      </p>
    </div>
  )
}

async function send(file: File): Promise<Upload> {
  const session = currentSession()
  if (session.status !== 'member') return { refusal: 'Sign in to add pictures.' }
  try {
    const shape = { side: SIDE, bytes: CONTENT_BYTES }
    return { address: await uploadPicture(await client(), session.userId, 'content', file, shape) }
  } catch (error) {
    const known = error instanceof PictureRefused
    return { refusal: known ? error.message : 'The picture could not be uploaded. Check your connection.' }
  }
}

/**
 * A block with one picture and its description. Only pictures of this site are allowed, as in the server's sanitiser:
 * pictures in pasted text are dropped.
 */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) => (isContentPicture(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

/** The first picture among pasted or dropped files, unless they come with text. */
export function pictureIn(data: DataTransfer | null): File | null {
  // A picture that was copied from a page comes with the markup around it, which is not text.
  const words = data?.getData('text/html').replace(/<[^<>]*>/g, '') ?? ''
  if (words.trim() !== '') return null
  return [...(data?.files ?? [])].find((file) => file.type.startsWith('image/')) ?? null
}
