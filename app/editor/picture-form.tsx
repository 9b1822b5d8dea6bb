// Adds pictures one after the other, in a row under the toolbar; each uploads while its description is typed.
import { type Editor, Node } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { currentSession } from '#app/platform/session/session.ts'
import { PictureRefused, uploadPicture } from '#app/platform/supabase/picture-upload.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import { CONTENT_BYTES, isContentPicture } from '#shared/pictures.ts'
import * as t from '#words/editor.ts'

const SIDE = 2_000
const DESCRIPTION = 300

type PictureFormProps = {
  editor: Editor
  file: File
  /** Pictures that come after this one. */
  waiting: number
  /** Called when it is inserted or given up. */
  onClose: () => void
}
type Upload = { address?: string; refusal?: string; canRetry?: boolean }

export function PictureForm({ editor, file, waiting, onClose }: PictureFormProps) {
  const [upload, setUpload] = useState<Upload>({})
  const [sent, setSent] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [alt, setAlt] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt uploads again
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    setUpload({})
    setSent(0)
    send(file, signal, setSent).then((made) => {
      if (!signal.aborted) setUpload(made)
    })
    return () => abort.abort()
  }, [file, attempt])
  const { canRetry = false } = upload
  useEffect(() => {
    if (!canRetry) return
    const retry = () => setAttempt((before) => before + 1)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [canRetry])

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
        {t.descriptionForPeopleWhoCannot}
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
        {upload.canRetry ? (
          <Button size="small" onClick={() => setAttempt((before) => before + 1)}>
            {t.tryAgain}
          </Button>
        ) : (
          <Button size="small" disabled={!upload.address} onClick={insert}>
            {t.insertPicture}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={close}>
          {t.cancelPicture}
        </Button>
      </div>
      {upload.address || upload.refusal ? null : (
        <progress
          aria-label={t.uploadOf(file.name)}
          max={100}
          value={Math.round(sent * 100)}
          className="mt-2 block h-1.5 w-full accent-accent"
        />
      )}
      <p
        id={`${id}-state`}
        role={upload.refusal ? 'alert' : 'status'}
        className={`mt-1 text-13 ${upload.refusal ? 'text-loss' : 'text-muted'}`}
      >
        {upload.refusal ?? (upload.address ? t.isUploaded(file.name) : t.uploading(file.name))}
        {waiting > 0 ? t.afterThisOne(count(waiting, t.morePicture, t.morePictures)) : ''}
      </p>
    </div>
  )
}

async function send(file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<Upload> {
  const session = currentSession()
  if (session.status !== 'member') return { refusal: t.signInToAddPictures }
  try {
    const shape = { side: SIDE, bytes: CONTENT_BYTES }
    const watch = { signal, onProgress }
    return { address: await uploadPicture(session.userId, 'content', file, shape, watch) }
  } catch (error) {
    if (!navigator.onLine) return { refusal: t.youAreOfflineThePicture, canRetry: true }
    const known = error instanceof PictureRefused
    return {
      refusal: known ? error.message : t.thePictureCouldNotBe,
      canRetry: !known || error.isTemporary,
    }
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

/** The pictures among pasted or dropped files, unless they come with text. */
export function picturesIn(data: DataTransfer | null): File[] {
  // A picture that was copied from a page comes with the markup around it, which is not text.
  const words = data?.getData('text/html').replace(/<[^<>]*>/g, '') ?? ''
  if (words.trim() !== '') return []
  return [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'))
}
