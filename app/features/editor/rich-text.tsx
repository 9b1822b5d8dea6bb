// The editor itself (Tiptap). What it can produce is what the server's sanitiser keeps (server/content).
import './editor.css'
import { Placeholder } from '@tiptap/extension-placeholder'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useRef, useState } from 'react'
import { isAllowedAddress } from './links.ts'
import { Picture, pictureIn } from './picture.ts'
import { PictureForm } from './picture-form.tsx'
import { Toolbar } from './toolbar.tsx'

const UNDO_DEPTH = 100
const UNDO_GROUP_MS = 500

export type RichTextProps = {
  initial: string
  onChange: (html: string) => void
  placeholder?: string
  autoFocus?: boolean
  onSubmit?: () => void
  bare?: boolean
  className: string
  labelId: string
  noteId?: string
  invalid: boolean
}

export function RichText(props: RichTextProps) {
  const { initial, placeholder = 'Start writing...', autoFocus = false, className, bare } = props
  // The editor is made once; what it calls is the latest.
  const latest = useRef(props)
  latest.current = props
  const [picture, setPicture] = useState<File | null>(null)
  const take = (found: File | null): boolean => {
    if (found) setPicture(found)
    return found !== null
  }
  const editor = useEditor({
    content: initial,
    autofocus: autoFocus ? 'end' : false,
    extensions: [
      StarterKit.configure({
        heading: { levels: [1, 2, 3] },
        undoRedo: { depth: UNDO_DEPTH, newGroupDelay: UNDO_GROUP_MS },
        // Would keep an empty paragraph at the end of every text.
        trailingNode: false,
        link: {
          autolink: true,
          openOnClick: false,
          defaultProtocol: 'https',
          isAllowedUri: (address) => isAllowedAddress(address),
          HTMLAttributes: { rel: 'nofollow ugc noopener', target: null },
        },
      }),
      Picture,
      Placeholder.configure({ placeholder }),
    ],
    editorProps: {
      attributes: () => ({
        class: 'post rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': latest.current.labelId,
        ...(latest.current.noteId ? { 'aria-describedby': latest.current.noteId } : {}),
        ...(latest.current.invalid ? { 'aria-invalid': 'true' } : {}),
      }),
      handlePaste: (_view, event) => take(pictureIn(event.clipboardData)),
      handleDrop: (view, event) => {
        const found = pictureIn(event.dataTransfer)
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        // It will stand where it was dropped.
        if (found && at) editor.commands.setTextSelection(at.pos)
        return take(found)
      },
      handleKeyDown: (_view, event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !latest.current.onSubmit)
          return false
        latest.current.onSubmit()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => latest.current.onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  return (
    <div className={`bg-surface ${bare ? 'flex min-h-0 flex-1 flex-col' : ''} ${className}`}>
      <Toolbar editor={editor} onPicture={setPicture} />
      {picture ? <PictureForm editor={editor} file={picture} onClose={() => setPicture(null)} /> : null}
      <EditorContent editor={editor} className={bare ? 'min-h-0 flex-1 overflow-y-auto' : ''} />
    </div>
  )
}
