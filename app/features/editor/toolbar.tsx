// The editor's buttons: one stop for the Tab key, arrows within, each telling whether it is in force.
import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ACCEPTED_PICTURES } from '#app/lib/pictures.ts'
import { LinkForm } from './link-form.tsx'

type Tool = {
  name: string
  label: string
  /** As the library spells it; 'Mod' is Ctrl, or Command on a Mac. */
  keys?: string
  Icon: LucideIcon
  run: (editor: Editor) => void
  /** Absent for what is done rather than in force. */
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
}

const GROUPS: readonly (readonly Tool[])[] = [
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    {
      ...{ name: 'bold', label: 'Bold', keys: 'Mod+B', Icon: Bold },
      run: (editor) => editor.chain().focus().toggleBold().run(),
      isOn: (editor) => editor.isActive('bold'),
    },
    {
      ...{ name: 'italic', label: 'Italic', keys: 'Mod+I', Icon: Italic },
      run: (editor) => editor.chain().focus().toggleItalic().run(),
      isOn: (editor) => editor.isActive('italic'),
    },
    {
      ...{ name: 'strike', label: 'Strikethrough', keys: 'Mod+Shift+S', Icon: Strikethrough },
      run: (editor) => editor.chain().focus().toggleStrike().run(),
      isOn: (editor) => editor.isActive('strike'),
    },
    {
      ...{ name: 'code', label: 'Code', keys: 'Mod+E', Icon: Code },
      run: (editor) => editor.chain().focus().toggleCode().run(),
      isOn: (editor) => editor.isActive('code'),
    },
  ],
  [
    {
      ...{ name: 'bullets', label: 'Bulleted list', keys: 'Mod+Shift+8', Icon: List },
      run: (editor) => editor.chain().focus().toggleBulletList().run(),
      isOn: (editor) => editor.isActive('bulletList'),
    },
    {
      ...{ name: 'numbers', label: 'Numbered list', keys: 'Mod+Shift+7', Icon: ListOrdered },
      run: (editor) => editor.chain().focus().toggleOrderedList().run(),
      isOn: (editor) => editor.isActive('orderedList'),
    },
    {
      ...{ name: 'quote', label: 'Quote', keys: 'Mod+Shift+B', Icon: Quote },
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
      isOn: (editor) => editor.isActive('blockquote'),
    },
    {
      ...{ name: 'code-block', label: 'Code block', keys: 'Mod+Alt+C', Icon: SquareCode },
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
      isOn: (editor) => editor.isActive('codeBlock'),
    },
  ],
  [
    {
      ...{ name: 'undo', label: 'Undo', keys: 'Mod+Z', Icon: Undo2 },
      run: (editor) => editor.chain().focus().undo().run(),
      can: (editor) => editor.can().undo(),
    },
    {
      ...{ name: 'redo', label: 'Redo', keys: 'Mod+Shift+Z', Icon: Redo2 },
      run: (editor) => editor.chain().focus().redo().run(),
      can: (editor) => editor.can().redo(),
    },
  ],
]

const LINK = 'link'
const PICTURE = 'picture'
/** In the order in which they stand; link and picture stand before undo. */
const ORDER = [
  ...GROUPS.slice(0, -1).flat(),
  { name: LINK },
  { name: PICTURE },
  ...(GROUPS.at(-1) ?? []),
].map(({ name }) => name)

export function Toolbar({ editor, onPicture }: { editor: Editor; onPicture: (file: File) => void }) {
  const [linking, setLinking] = useState(false)
  const [stop, setStop] = useState(ORDER[0] ?? LINK)
  const bar = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: GROUPS.flat()
        .filter(({ isOn }) => isOn?.(now))
        .map(({ name }) => name),
      unable: GROUPS.flat()
        .filter(({ can }) => can && !can(now))
        .map(({ name }) => name),
      inLink: now.isActive('link'),
    }),
  })
  const move = (event: KeyboardEvent) => {
    const to = nextStop(event.key, stop)
    if (!to) return
    event.preventDefault()
    setStop(to)
    bar.current?.querySelector<HTMLButtonElement>(`[data-tool="${to}"]`)?.focus()
  }
  const button = (tool: Pick<Tool, 'name' | 'label' | 'keys' | 'Icon'>) => ({
    ...{ name: tool.name, label: tool.label, Icon: tool.Icon },
    ...(tool.keys ? { keys: tool.keys } : {}),
    isStop: stop === tool.name,
    onFocus: () => setStop(tool.name),
  })
  return (
    <div className="sticky top-(--sticky-top) z-10 sheet rounded-t-control border-b border-line">
      <div
        ref={bar}
        role="toolbar"
        aria-label="Formatting"
        onKeyDown={move}
        className="flex items-center gap-x-2 overflow-x-auto px-1 py-0.5 sm:flex-wrap"
      >
        {GROUPS.map((group, index) => (
          <div key={group[0]?.name} className="flex">
            {index === GROUPS.length - 1 ? (
              <>
                <ToolButton
                  {...button({ name: LINK, label: 'Link', keys: 'Mod+K', Icon: LinkIcon })}
                  pressed={state.inLink}
                  onClick={() => setLinking(!linking)}
                />
                <ToolButton
                  {...button({ name: PICTURE, label: 'Picture', Icon: ImagePlus })}
                  onClick={() => file.current?.click()}
                />
              </>
            ) : null}
            {group.map((tool) => (
              <ToolButton
                key={tool.name}
                {...button(tool)}
                {...(tool.isOn ? { pressed: state.on.includes(tool.name) } : {})}
                unable={state.unable.includes(tool.name)}
                onClick={() => tool.run(editor)}
              />
            ))}
          </div>
        ))}
      </div>
      <input
        ref={file}
        type="file"
        accept={ACCEPTED_PICTURES}
        aria-label="Picture file"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? []
          if (chosen) onPicture(chosen)
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <LinkForm
        editor={editor}
        open={linking}
        onOpen={() => setLinking(true)}
        onClose={() => setLinking(false)}
      />
    </div>
  )
}

type ToolButtonProps = Pick<Tool, 'name' | 'label' | 'keys' | 'Icon'> & {
  isStop: boolean
  pressed?: boolean
  unable?: boolean
  onFocus: () => void
  onClick: () => void
}

function ToolButton({ name, label, keys, Icon, isStop, pressed, unable, onFocus, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      data-tool={name}
      aria-label={label}
      title={keys ? `${label} (${spelled(keys)})` : label}
      aria-keyshortcuts={keys?.replace('Mod', 'Control')}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      aria-disabled={unable ? true : undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !unable && onClick()}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text aria-disabled:opacity-45 aria-pressed:bg-accent-soft aria-pressed:text-accent sm:size-9"
    >
      <Icon size={17} aria-hidden />
    </button>
  )
}

/** Where an arrow, Home or End leads from `stop`; null for any other key. */
export function nextStop(key: string, stop: string): string | null {
  const at = ORDER.indexOf(stop)
  const last = ORDER.length - 1
  if (key === 'ArrowRight') return ORDER[at === last ? 0 : at + 1] ?? null
  if (key === 'ArrowLeft') return ORDER[at <= 0 ? last : at - 1] ?? null
  if (key === 'Home') return ORDER[0] ?? null
  if (key === 'End') return ORDER[last] ?? null
  return null
}

function heading(level: 1 | 2 | 3, Icon: LucideIcon): Tool {
  return {
    ...{ name: `heading-${level}`, label: `Heading ${level}`, keys: `Mod+Alt+${level}`, Icon },
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    isOn: (editor) => editor.isActive('heading', { level }),
  }
}

function spelled(keys: string): string {
  const isMac = navigator.platform.startsWith('Mac')
  return keys.replace('Mod', isMac ? '⌘' : 'Ctrl').replace('Alt', isMac ? '⌥' : 'Alt')
}
