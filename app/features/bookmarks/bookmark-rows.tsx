// Rows of bookmarks: discussions and replies, each with its note and reminder, and controls where they can be changed.
import { AlarmClock, BookmarkX, NotebookPen } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { BookmarkView } from '#app/domain/bookmarks/bookmark-list.ts'
import type { OwnRead } from '#app/domain/threads/own-reads.ts'
import { ThreadRow } from '#app/domain/threads/thread-list.tsx'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { Link } from '#app/ui/link.tsx'
import { formatMoment } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import * as t from '#words/bookmarks.ts'

const BookmarkDialog = lazyWithRetry(() => import('#app/domain/bookmarks/bookmark-dialog.tsx'))

const CONTROL =
  'relative inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 text-14 text-muted hover:bg-raised hover:text-text sm:min-h-9'

/** Who may change the rows, and what is done afterwards. */
type Editor = { userId: string; onRemoved: () => Promise<void> }
type RowsProps = { bookmarks: readonly BookmarkView[]; editor?: Editor }

export function BookmarkRows({ bookmarks, editor }: RowsProps) {
  const threads = bookmarks.map(({ thread }) => thread)
  const { data: reads } = useMemberQuery(
    async (userId) => (await import('#app/domain/threads/own-reads.ts')).ownReadQueries.of(userId, threads),
    [bookmarks],
  )
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
      {bookmarks.map((bookmark) => (
        <Row
          key={bookmark.reply?.id ?? bookmark.thread.id}
          bookmark={bookmark}
          own={reads?.get(bookmark.thread.id) ?? null}
          editor={editor}
        />
      ))}
    </ul>
  )
}

type RowProps = {
  bookmark: BookmarkView
  own: OwnRead | null
  editor: Editor | undefined
}

function Row({ bookmark, own, editor }: RowProps) {
  const { thread, reply } = bookmark
  const removal = useUndoable({
    said: t.bookmarkRemoved,
    failed: t.thereWasAnErrorRemoving,
    failedTitle: t.failedToRemove,
    onDeleted: async () => editor?.onRemoved(),
  })
  if (removal.note) return <li className="px-4 py-2.5">{removal.note}</li>
  const path = reply ? `reply_bookmarks?reply_id=eq.${reply.id}` : `bookmarks?thread_id=eq.${thread.id}`
  const below = (
    <Below
      bookmark={bookmark}
      editor={editor}
      onRemove={() =>
        removal.remove({ method: 'DELETE', path: `${path}&user_id=eq.${editor?.userId ?? ''}` })
      }
    />
  )
  if (!reply) return <ThreadRow thread={thread} within="site" own={own} control={below} />
  return (
    <li className="group relative px-4 py-2.5 transition-colors duration-(--quick) hover:bg-bg">
      <h3
        {...spoken(thread.title)}
        className="font-sans text-15 leading-5 font-semibold text-pretty [overflow-wrap:anywhere]"
      >
        <Link to={reply.path} className="stretched group-hover:text-accent">
          {thread.title}
        </Link>
      </h3>
      <p
        {...spoken(reply.excerpt)}
        className="mt-0.5 line-clamp-2 max-w-prose text-15 [overflow-wrap:anywhere]"
      >
        {reply.excerpt}
      </p>
      <p className="mt-0.5 text-13 text-muted">
        {t.replyBy(reply.author, reply.thread.category)} <TimeAgo at={reply.created_at} />
      </p>
      {below}
    </li>
  )
}

type BelowProps = { bookmark: BookmarkView; editor: Editor | undefined; onRemove: () => void }

function Below({ bookmark, editor, onRemove }: BelowProps) {
  const { thread, reply, note, remind_at: remindAt } = bookmark
  const [isOpen, setIsOpen] = useState(false)
  const of = reply ? t.replyIn(reply.author, thread.title) : thread.title
  const hasMore = note !== null || remindAt !== null
  if (!editor && !hasMore) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 max-sm:col-span-full sm:col-start-2">
      {hasMore ? (
        <div className="min-w-0 basis-full border-l-2 border-control-line py-0.5 pl-3 text-14">
          {note ? (
            <p {...spoken(note)} className="[overflow-wrap:anywhere] whitespace-pre-line">
              {note}
            </p>
          ) : null}
          {remindAt ? (
            <p className="flex items-center gap-1.5 text-13 text-muted">
              <AlarmClock size={14} aria-hidden /> {t.reminder(formatMoment(remindAt))}
            </p>
          ) : null}
        </div>
      ) : null}
      {editor ? (
        <div className="-mb-1 ml-auto flex gap-1 sm:-mr-2">
          <button
            type="button"
            aria-label={`${hasMore ? t.editNote : t.addNote}: ${of}`}
            onClick={() => setIsOpen(true)}
            className={CONTROL}
          >
            <NotebookPen size={16} aria-hidden />
            {hasMore ? t.editNote : t.addNote}
          </button>
          <button type="button" aria-label={t.removeBookmark(of)} onClick={onRemove} className={CONTROL}>
            <BookmarkX size={16} aria-hidden />
            {t.remove}
          </button>
        </div>
      ) : null}
      {editor && isOpen ? (
        <Suspense>
          <BookmarkDialog
            target={reply ? { replyId: reply.id } : { threadId: thread.id }}
            userId={editor.userId}
            bookmark={{ note, remind_at: remindAt }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
