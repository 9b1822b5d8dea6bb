// The editor's toolbar: one tab stop, arrow keys within it, and buttons that say whether they are pressed.
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import {
  AtSign,
  Bold,
  Code,
  Ellipsis,
  Eye,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link as LinkIcon,
  List,
  ListCollapse,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Sigma,
  SquareCode,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ACCEPTED_PICTURES } from '#app/platform/supabase/picture-upload.ts'
import * as t from '#words/editor.ts'
import { toggleCollapsible } from './collapsible.ts'
import { LinkForm } from './link-form.tsx'
import { insertTable } from './table.ts'
import { TableTools } from './table-tools.tsx'

type Tool = {
  name: string
  label: string
  /** The shortcut as the library spells it; 'Mod' is Ctrl, or Command on a Mac. */
  keys?: string
  Icon: LucideIcon
  run: (editor: Editor) => void
  /** Absent for a button that has no pressed state. */
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
}

const ITALIC = toggle('italic', t.italic, 'Mod+I', Italic, 'italic', (chain) => chain.toggleItalic())

/** The tools that replies need most come first: phones show the rest behind 'More', in one row with these seven. */
const FIRST: readonly Tool[] = [
  toggle('bold', t.bold, 'Mod+B', Bold, 'bold', (chain) => chain.toggleBold()),
  ITALIC,
  toggle('bullets', t.bulletedList, 'Mod+Shift+8', List, 'bulletList', (chain) => chain.toggleBulletList()),
  toggle('quote', t.quote, 'Mod+Shift+B', Quote, 'blockquote', (chain) => chain.toggleBlockquote()),
]

const MORE: readonly (readonly Tool[])[] = [
  [heading(1, Heading1), heading(2, Heading2), heading(3, Heading3)],
  [
    toggle('numbers', t.numberedList, 'Mod+Shift+7', ListOrdered, 'orderedList', (chain) =>
      chain.toggleOrderedList(),
    ),
    toggle('strike', t.strikethrough, 'Mod+Shift+S', Strikethrough, 'strike', (chain) =>
      chain.toggleStrike(),
    ),
    toggle('code', t.code, 'Mod+E', Code, 'code', (chain) => chain.toggleCode()),
    toggle('code-block', t.codeBlock, 'Mod+Alt+C', SquareCode, 'codeBlock', (chain) =>
      chain.toggleCodeBlock(),
    ),
    toggle('subscript', t.subscript, 'Mod+,', Subscript, 'subscript', (chain) =>
      chain.toggleMark('subscript'),
    ),
    toggle('superscript', t.superscript, 'Mod+.', Superscript, 'superscript', (chain) =>
      chain.toggleMark('superscript'),
    ),
  ],
  [
    {
      name: 'collapsible',
      label: t.collapsiblePart,
      Icon: ListCollapse,
      run: (editor) => {
        toggleCollapsible(editor.state, editor.view.dispatch)
        editor.commands.focus()
      },
      isOn: (editor) => editor.isActive('details'),
      can: (editor) => toggleCollapsible(editor.state),
    },
    {
      name: 'table',
      label: t.table,
      Icon: Table,
      run: insertTable,
      // A table within a table would be hard to read and to edit.
      can: (editor) => !editor.isActive('table'),
    },
  ],
  [
    {
      name: 'undo',
      label: t.undo,
      keys: 'Mod+Z',
      Icon: Undo2,
      run: (editor) => editor.chain().focus().undo().run(),
      can: (editor) => editor.can().undo(),
    },
    {
      name: 'redo',
      label: t.redo,
      keys: 'Mod+Shift+Z',
      Icon: Redo2,
      run: (editor) => editor.chain().focus().redo().run(),
      can: (editor) => editor.can().redo(),
    },
  ],
]

const TOOLS: readonly Tool[] = [...FIRST, ...MORE.flat()]
const [HEADINGS = [], ...REST] = MORE
/** The same tools where only seven fit into a row. */
const PHONE = { first: FIRST.filter((tool) => tool !== ITALIC), more: [[ITALIC, ...HEADINGS], ...REST] }
const LINK = 'link'
const PICTURE = 'picture'
const MENTION = 'mention'
const FORMULA = 'formula'
const PREVIEW = 'preview'
const MORE_TOOLS = 'more'

type ToolbarProps = {
  editor: Editor
  onPictures: (files: readonly File[]) => void
  onFormula: () => void
  onPreview: () => void
}

export function Toolbar({ editor, onPictures, onFormula, onPreview }: ToolbarProps) {
  const [linking, setLinking] = useState(false)
  const [stop, setStop] = useState(FIRST[0]?.name ?? LINK)
  const [isMoreShown, setIsMoreShown] = useState(false)
  const [isPhone] = useState(() => window.matchMedia('(max-width: 639.98px)').matches)
  const { first, more } = isPhone ? PHONE : { first: FIRST, more: MORE }
  const bar = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: TOOLS.filter(({ isOn }) => isOn?.(now)).map(({ name }) => name),
      unable: TOOLS.filter(({ can }) => can && !can(now)).map(({ name }) => name),
      inLink: now.isActive('link'),
      inTable: now.isActive('table'),
    }),
  })
  const move = (event: KeyboardEvent) => {
    const tools = [...(bar.current?.querySelectorAll<HTMLButtonElement>('[data-tool]') ?? [])]
    // Tools behind 'More' cannot be reached by arrow keys.
    const shown = tools.filter((tool) => tool.offsetParent !== null)
    const to = nextStop(
      event.key,
      stop,
      shown.map(({ dataset }) => dataset.tool ?? ''),
    )
    if (!to) return
    event.preventDefault()
    setStop(to)
    shown.find(({ dataset }) => dataset.tool === to)?.focus()
  }
  const button = (tool: Pick<Tool, 'name' | 'label' | 'keys' | 'Icon'>) => ({
    name: tool.name,
    label: tool.label,
    Icon: tool.Icon,
    ...(tool.keys ? { keys: tool.keys } : {}),
    isStop: stop === tool.name,
    onFocus: () => setStop(tool.name),
  })
  const toolButton = (tool: Tool) => (
    <ToolButton
      key={tool.name}
      {...button(tool)}
      {...(tool.isOn ? { pressed: state.on.includes(tool.name) } : {})}
      unable={state.unable.includes(tool.name)}
      onClick={() => tool.run(editor)}
    />
  )
  return (
    <div className="sticky top-(--sticky-top) z-10 sheet rounded-t-control border-b border-line">
      <div
        ref={bar}
        role="toolbar"
        aria-label={t.formatting}
        onKeyDown={move}
        className="flex flex-wrap items-center py-0.5 sm:gap-x-1 sm:px-1"
      >
        <div className="flex">
          {first.map(toolButton)}
          <ToolButton
            {...button({ name: LINK, label: t.link, keys: 'Mod+K', Icon: LinkIcon })}
            pressed={state.inLink}
            onClick={() => setLinking(!linking)}
          />
          <ToolButton
            {...button({ name: PICTURE, label: t.picture, Icon: ImagePlus })}
            onClick={() => file.current?.click()}
          />
          <ToolButton
            {...button({ name: MENTION, label: t.mentionAMember, Icon: AtSign })}
            onClick={() => beginMention(editor)}
          />
        </div>
        <div className="ml-auto sm:hidden">
          <ToolButton
            {...button({ name: MORE_TOOLS, label: t.more, Icon: Ellipsis })}
            expanded={isMoreShown}
            onClick={() => setIsMoreShown(!isMoreShown)}
          />
        </div>
        {more.map((group) => (
          <div key={group[0]?.name} className={`flex ${isMoreShown ? '' : 'max-sm:hidden'}`}>
            {group.map(toolButton)}
            {group.some(({ name }) => name === 'table') ? (
              <ToolButton {...button({ name: FORMULA, label: t.formula, Icon: Sigma })} onClick={onFormula} />
            ) : null}
          </div>
        ))}
        <div className={`flex sm:ml-auto ${isMoreShown ? '' : 'max-sm:hidden'}`}>
          <ToolButton {...button({ name: PREVIEW, label: t.preview, Icon: Eye })} onClick={onPreview} />
        </div>
      </div>
      <input
        ref={file}
        type="file"
        multiple
        accept={ACCEPTED_PICTURES}
        aria-label={t.pictureFile}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onPictures([...(event.currentTarget.files ?? [])])
          // Allows choosing the same file again.
          event.currentTarget.value = ''
        }}
      />
      {state.inTable ? <TableTools editor={editor} /> : null}
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
  expanded?: boolean
  unable?: boolean
  onFocus: () => void
  onClick: () => void
}

function ToolButton({
  name,
  label,
  keys,
  Icon,
  isStop,
  pressed,
  expanded,
  unable,
  onFocus,
  onClick,
}: ToolButtonProps) {
  return (
    <button
      type="button"
      data-tool={name}
      aria-label={label}
      title={keys ? `${label} (${spelled(keys)})` : label}
      aria-keyshortcuts={keys?.replace('Mod', 'Control')}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
      aria-disabled={unable ? true : undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      // Keeps the selection of the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !unable && onClick()}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text aria-disabled:opacity-45 aria-pressed:bg-accent-soft aria-pressed:text-accent sm:h-9 sm:w-8.5"
    >
      <Icon size={17} aria-hidden />
    </button>
  )
}

/** Types the sign that a name follows; a letter directly before it would make it part of an e-mail address. */
function beginMention(editor: Editor): void {
  const before = editor.state.selection.$from.nodeBefore
  const isApart = !before || /\s$/.test(before.text ?? '')
  editor
    .chain()
    .focus()
    .insertContent(isApart ? '@' : ' @')
    .run()
}

/** The index that an arrow, Home or End moves to among the tools of `order`; null for other keys. */
function nextStop(key: string, stop: string, order: readonly string[]): string | null {
  const at = order.indexOf(stop)
  const last = order.length - 1
  if (key === 'ArrowRight') return order[at === last ? 0 : at + 1] ?? null
  if (key === 'ArrowLeft') return order[at <= 0 ? last : at - 1] ?? null
  if (key === 'Home') return order[0] ?? null
  if (key === 'End') return order[last] ?? null
  return null
}

/** @param mark its name in the library @param change toggles it */
function toggle(
  name: string,
  label: string,
  keys: string,
  Icon: LucideIcon,
  mark: string,
  change: (chain: ChainedCommands) => ChainedCommands,
): Tool {
  return {
    name,
    label,
    keys,
    Icon,
    run: (editor) => change(editor.chain().focus()).run(),
    isOn: (editor) => editor.isActive(mark),
  }
}

function heading(level: 1 | 2 | 3, Icon: LucideIcon): Tool {
  return {
    name: `heading-${level}`,
    label: t.heading(level),
    keys: `Mod+Alt+${level}`,
    Icon,
    run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
    isOn: (editor) => editor.isActive('heading', { level }),
  }
}

function spelled(keys: string): string {
  const isMac = navigator.platform.startsWith('Mac')
  return keys.replace('Mod', isMac ? '⌘' : 'Ctrl').replace('Alt', isMac ? '⌥' : 'Alt')
}
