// The editor itself (Tiptap). It produces exactly the HTML that the server's sanitiser keeps (server/content).
import './editor.css'
import { Placeholder } from '@tiptap/extension-placeholder'
import { DOMParser as ClipboardParser } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useId, useRef, useState } from 'react'
import { TABLE_TOO_LARGE } from '#shared/tables.ts'
import * as t from '#words/editor.ts'
import { COLLAPSIBLE } from './collapsible.ts'
import { createFormula, FormulaForm } from './formula-form.tsx'
import { isAllowedAddress } from './link-form.tsx'
import { createMention, type Offer } from './mention.ts'
import { MentionList, optionId } from './mention-list.tsx'
import { htmlOfText, plainHtml, readPasted } from './pasted.ts'
import { Picture, PictureForm, picturesIn } from './picture-form.tsx'
import { Preview } from './preview.tsx'
import { RAISED } from './raised.ts'
import { createTable } from './table.ts'
import { Toolbar } from './toolbar.tsx'
import { LINKED_ELSEWHERE, TYPED_LINKS } from './typed-links.ts'

/** Heights of what covers the text while the page scrolls: the header with the toolbar, and the phone's bottom bar. */
const KEPT_CLEAR = { top: 120, bottom: 76, left: 0, right: 0 }

/** At once: each is uploaded and described after the other. */
const MOST_PICTURES = 10

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
  const { initial, placeholder = PLACEHOLDER, autoFocus = false, className, bare } = props
  // The editor is created once, so it calls the latest callbacks through a ref.
  const latest = useRef(props)
  latest.current = props
  const [pictures, setPictures] = useState<readonly { id: number; file: File }[]>([])
  const lastPicture = useRef(0)
  /** The formula that is written: null for none, empty for a new one. */
  const [formula, setFormula] = useState<string | null>(null)
  const [refused, setRefused] = useState('')
  /** The text that is previewed; null while it is written. */
  const [previewed, setPreviewed] = useState<string | null>(null)
  const naming = useNaming()
  const take = (found: readonly File[]): boolean => {
    const added = found.map((file) => {
      lastPicture.current += 1
      return { id: lastPicture.current, file }
    })
    setPictures((before) => [...before, ...added].slice(0, MOST_PICTURES))
    return found.length > 0
  }
  const [picture] = pictures
  const editor = useEditor({
    content: initial,
    autofocus: autoFocus ? 'end' : false,
    // As pasted.ts reads them: WhatsApp's *bold* is not italic.
    enablePasteRules: false,
    extensions: [
      StarterKit.configure({
        heading: HEADINGS,
        undoRedo: UNDO,
        // Would add an empty paragraph to the end of every text.
        trailingNode: false,
        link: {
          ...LINKED_ELSEWHERE,
          openOnClick: false,
          defaultProtocol: 'https',
          isAllowedUri: (address) => isAllowedAddress(address),
          HTMLAttributes: { rel: 'nofollow ugc noopener', target: null },
        },
      }),
      TYPED_LINKS,
      Picture,
      createFormula(setFormula),
      ...COLLAPSIBLE,
      ...RAISED,
      ...createTable(() => setRefused(TABLE_TOO_LARGE)),
      naming.extension,
      Placeholder.configure({ placeholder }),
    ],
    editorProps: {
      ...(bare ? {} : { scrollThreshold: KEPT_CLEAR, scrollMargin: KEPT_CLEAR }),
      attributes: () => ({
        class: 'post rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': latest.current.labelId,
        ...(latest.current.noteId ? { 'aria-describedby': latest.current.noteId } : {}),
        ...(latest.current.invalid ? { 'aria-invalid': 'true' } : {}),
        ...naming.attributes(),
      }),
      handlePaste: (_view, event) => {
        const pasted = readPasted(event.clipboardData?.getData('text/html') ?? '')
        const found = pasted ? picturesIn(event.clipboardData) : []
        setRefused(pasted ? (found.length > 0 ? '' : pasted.note) : TABLE_TOO_LARGE)
        return !pasted || take(found)
      },
      transformPastedHTML: (html) => readPasted(html)?.html ?? html,
      clipboardTextParser: (text, context, isPlain, view) => {
        const { body } = new DOMParser().parseFromString(
          isPlain ? plainHtml(text) : htmlOfText(text),
          'text/html',
        )
        return ClipboardParser.fromSchema(view.state.schema).parseSlice(body, {
          preserveWhitespace: true,
          context,
        })
      },
      handleDrop: (view, event) => {
        const found = picturesIn(event.dataTransfer)
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        // The picture is inserted where it was dropped.
        if (found.length > 0 && at) editor.commands.setTextSelection(at.pos)
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
  const { offer, active } = naming
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the list shows is told in the text's attributes
  useEffect(() => editor.view.setProps({}), [editor, offer, active])
  if (previewed !== null)
    return (
      <Preview
        html={previewed}
        className={`sheet ${bare ? 'flex min-h-0 flex-1 flex-col' : ''} ${className}`}
        onClose={() => {
          setPreviewed(null)
          // After the render that brings the text back.
          setTimeout(() => editor.commands.focus())
        }}
      />
    )
  return (
    <div className={`sheet ${bare ? 'flex min-h-0 flex-1 flex-col' : ''} ${className}`}>
      <Toolbar
        editor={editor}
        onPictures={take}
        onFormula={() => setFormula('')}
        onPreview={() => setPreviewed(editor.getHTML())}
      />
      <p role="alert" className="px-3 text-13 text-loss not-empty:py-2">
        {refused}
      </p>
      {formula === null ? null : (
        <FormulaForm key={formula} editor={editor} existing={formula} onClose={() => setFormula(null)} />
      )}
      {picture ? (
        <PictureForm
          key={picture.id}
          editor={editor}
          file={picture.file}
          waiting={pictures.length - 1}
          onClose={() => setPictures(([, ...rest]) => rest)}
        />
      ) : null}
      <EditorContent editor={editor} className={bare ? 'min-h-0 flex-1 overflow-y-auto' : ''} />
      {offer ? (
        <MentionList
          id={naming.id}
          offer={offer}
          active={active}
          onActive={naming.setActive}
          near={editor.view.dom}
        />
      ) : null}
    </div>
  )
}

/** State of the list of mentions: the suggestions, and which of them Enter chooses. */
function useNaming() {
  const id = useId()
  const [offer, setOffer] = useState<Offer | null>(null)
  const [active, setActive] = useState(0)
  const now = useRef({ offer, active })
  now.current = { offer, active }
  const onKey = ({ key }: KeyboardEvent): boolean => {
    const { offer: open, active: at } = now.current
    if (!open) return false
    const { length } = open.members
    const chosen = open.members[at]
    if (key === 'ArrowDown') setActive((at + 1) % length)
    else if (key === 'ArrowUp') setActive((at + length - 1) % length)
    else if ((key === 'Enter' || key === 'Tab') && chosen) open.choose(chosen)
    else return false
    return true
  }
  const [extension] = useState(() =>
    createMention(() => ({
      onOffer: (next) => {
        setOffer(next)
        setActive(0)
      },
      onKey,
    })),
  )
  return {
    id,
    offer,
    active,
    setActive,
    extension,
    attributes: (): Record<string, string> =>
      now.current.offer
        ? {
            'aria-autocomplete': 'list',
            'aria-controls': id,
            'aria-activedescendant': optionId(id, now.current.active),
          }
        : { 'aria-autocomplete': 'list' },
  }
}

/** The editor's extensions (SPEC.md sections 5 and 9). */
export const PLACEHOLDER = t.startWriting
export const HEADINGS: { levels: (1 | 2 | 3)[] } = { levels: [1, 2, 3] }
export const UNDO = { depth: 100, newGroupDelay: 500 }
