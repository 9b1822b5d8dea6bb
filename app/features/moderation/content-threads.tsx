// The table of discussions (SPEC.md), with actions on rows and on the selection.
import {
  ExternalLink,
  EyeOff,
  Flag,
  FolderInput,
  Lock,
  MoreHorizontal,
  Pencil,
  Pin,
  StickyNote,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ThreadFlags } from '#app/domain/threads/thread-flags.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Select } from '#app/ui/forms/field.tsx'
import { ICON_BUTTON, IconButton, IconLink, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { MenuButton, type MenuItem } from '#app/ui/overlays/menu-button.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { count } from '#shared/format.ts'
import { excerptOf } from '#shared/plain-text.ts'
import { memberName, memberPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/moderation.ts'
import type { ListedThread } from './content.ts'
import { DeleteThreads } from './delete-content.tsx'
import { EditThreadModal, sayNotFound } from './edit-thread-modal.tsx'
import type { Flag as FlagName } from './mutations.ts'
import { useThreadActs } from './use-moderation.ts'

const column = columnsOf<ListedThread>()

const PREVIEW_LENGTH = 100

type ContentThreadsProps = {
  threads: readonly ListedThread[]
  categories: readonly Category[]
}

type Asked = { act: 'move' | 'delete'; threads: readonly ListedThread[]; done: () => void }

export function ContentThreads({ threads, categories }: ContentThreadsProps) {
  const { setFlag, move } = useThreadActs()
  const [editing, setEditing] = useState<ListedThread | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (act: Asked['act'], chosen: readonly ListedThread[], done: () => void = () => undefined) =>
    setAsked({ act, threads: chosen, done })

  function edit(id: string) {
    const found = threads.find((thread) => thread.id === id)
    if (found) setEditing(found)
    else sayNotFound()
  }

  const columns = column.columns([
    column.accessor('title', {
      header: 'Thread',
      meta: { className: 'w-[40%] py-2' },
      cell: ({ row: { original: thread } }) => <Title thread={thread} />,
    }),
    column.accessor(({ author }) => author.username, {
      id: 'author',
      header: 'Author',
      meta: { stacked: 'bare', className: 'text-13' },
      cell: ({ row }) => (
        <Link to={memberPath(row.original.author.username)} className="hover:text-accent hover:underline">
          {memberName(row.original.author.username)}
        </Link>
      ),
    }),
    column.accessor(({ category }) => category.name, {
      id: 'category',
      header: 'Category',
      meta: { stacked: 'bare', className: 'text-13' },
    }),
    column.accessor('reply_count', {
      header: 'Stats',
      meta: { stacked: 'bare', className: 'whitespace-nowrap' },
      cell: ({ row: { original: thread } }) => <Stats thread={thread} />,
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { stacked: 'beside', className: 'whitespace-nowrap text-13 text-muted' },
      cell: ({ row }) => <TimeAgo at={row.original.created_at} />,
    }),
    actionColumn<ListedThread>((thread) => (
      <>
        <IconLink
          icon={<ExternalLink {...SMALL_ICON} />}
          label={t.view(thread.title)}
          to={threadPath(thread)}
        />
        <IconButton
          icon={<Pencil {...SMALL_ICON} />}
          label={t.edit(thread.title)}
          onClick={() => edit(thread.id)}
        />
        <MenuButton
          label={t.flagsAndCategoryOf(thread.title)}
          className={ICON_BUTTON}
          items={itemsOf(thread)}
        >
          <MoreHorizontal {...SMALL_ICON} />
        </MenuButton>
        <IconButton
          icon={<Trash2 {...SMALL_ICON} />}
          label={t.deleteLabel3(thread.title)}
          intent="danger"
          onClick={() => ask('delete', [thread])}
        />
      </>
    )),
  ])

  function itemsOf(thread: ListedThread): MenuItem[] {
    const toggle = (flag: FlagName, label: string, icon: ReactNode): MenuItem => ({
      label,
      icon,
      checked: thread[flag],
      onSelect: () => void setFlag([thread], flag, !thread[flag]),
    })
    return [
      toggle('is_sticky', 'Sticky', <StickyNote {...SMALL_ICON} />),
      toggle('is_pinned', 'Pinned', <Pin {...SMALL_ICON} />),
      toggle('is_locked', 'Locked', <Lock {...SMALL_ICON} />),
      toggle('is_hidden', 'Hidden', <EyeOff {...SMALL_ICON} />),
      { label: t.moveTo, icon: <FolderInput {...SMALL_ICON} />, onSelect: () => ask('move', [thread]) },
    ]
  }

  return (
    <>
      <DataTable
        label={t.threadsNewestFirst}
        columns={columns}
        rows={threads}
        keyOf={({ id }) => id}
        nameOf={({ title }) => `"${title}"`}
        bulk={(chosen, clear) => (
          <>
            <Button variant="secondary" size="small" onClick={() => void setFlag(chosen, 'is_locked', true)}>
              <Lock {...SMALL_ICON} />
              {t.lock}
            </Button>
            <Button variant="secondary" size="small" onClick={() => void setFlag(chosen, 'is_hidden', true)}>
              <EyeOff {...SMALL_ICON} />
              {t.hide}
            </Button>
            <Button variant="secondary" size="small" onClick={() => ask('move', chosen, clear)}>
              <FolderInput {...SMALL_ICON} />
              {t.move}
            </Button>
            <Button variant="danger" size="small" onClick={() => ask('delete', chosen, clear)}>
              <Trash2 {...SMALL_ICON} />
              {t.deleteLabel2}
            </Button>
          </>
        )}
      />
      <EditThreadModal thread={editing} onClose={() => setEditing(null)} />
      {asked?.act === 'delete' ? (
        <DeleteThreads threads={asked.threads} onClose={() => setAsked(null)} onDeleted={asked.done} />
      ) : null}
      {asked?.act === 'move' ? (
        <MoveThreads
          threads={asked.threads}
          categories={categories}
          onClose={() => setAsked(null)}
          onMove={async (to) => {
            setAsked(null)
            asked.done()
            await move(asked.threads, to)
          }}
        />
      ) : null}
    </>
  )
}

function Title({ thread }: { thread: ListedThread }) {
  return (
    <>
      <span className="line-clamp-2 leading-snug font-semibold [overflow-wrap:anywhere]" title={thread.title}>
        {thread.title}
      </span>
      <span className="line-clamp-2 text-13 leading-snug [overflow-wrap:anywhere] text-muted">
        {excerptOf(thread.content, PREVIEW_LENGTH)}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 empty:hidden">
        <ReportsLink reports={thread.reports} />
        <ThreadFlags thread={thread} />
      </span>
    </>
  )
}

function Stats({ thread }: { thread: ListedThread }) {
  return (
    <ul className="flex gap-x-3 text-13 leading-snug text-muted tabular-nums lg:block">
      <li>{count(thread.reply_count, t.reply, t.replies2)}</li>
      <li>{count(thread.view_count, t.view2, t.views)}</li>
      <li>{count(thread.upvote_count, t.upvote, t.upvotes)}</li>
    </ul>
  )
}

type Category = { id: string; name: string }

type MoveThreadsProps = {
  threads: readonly { title: string; category: { id: string } }[]
  categories: readonly Category[]
  onClose: () => void
  onMove: (to: Category) => Promise<void>
}

/** Chooses the category to move discussions to. */
function MoveThreads({ threads, categories, onClose, onMove }: MoveThreadsProps) {
  const [first] = threads
  const [id, setId] = useState(first?.category.id ?? '')
  const to = categories.find((category) => category.id === id)
  const isThere = threads.every(({ category }) => category.id === id)
  return (
    <Dialog open onClose={onClose} title={threads.length === 1 ? t.moveThread : t.moveThreads}>
      <p className="mb-4 text-15 [overflow-wrap:anywhere] text-muted">
        {threads.length === 1 ? `"${first?.title}"` : count(threads.length, t.thread, t.threads2)}{' '}
        {t.andTheRepliesGoTo}
      </p>
      <Select label={t.category} value={id} onChange={(event) => setId(event.target.value)}>
        {categories.map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
      </Select>
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button disabled={!to || isThere} onClick={() => to && void onMove(to)}>
          {t.move}
        </Button>
      </div>
    </Dialog>
  )
}

/** A link to the reports of a post; nothing without reports. */
export function ReportsLink({ reports }: { reports: readonly unknown[] }) {
  if (reports.length === 0) return null
  return (
    <Link
      to="/admin/moderate"
      className="-my-2 inline-flex min-h-11 items-center gap-1 text-13 font-medium text-loss hover:underline lg:my-0 lg:min-h-0"
    >
      <Flag size={13} aria-hidden strokeWidth={2.25} />
      {count(reports.length, t.report, t.reports)}
    </Link>
  )
}
