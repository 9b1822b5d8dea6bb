// The table of replies, with actions on rows and on the selection.
import { BookOpen, Eye, EyeOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Flag as FlagChip } from '#app/ui/chip.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Button, ButtonLink } from '#app/ui/forms/button.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { count } from '#shared/format.ts'
import { excerptOf } from '#shared/plain-text.ts'
import { memberName, memberPath, replyPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/moderation.ts'
import type { ListedReply } from './content.ts'
import { ReportsLink } from './content-threads.tsx'
import { DeleteReplies } from './delete-content.tsx'
import { useHideReplies } from './use-moderation.ts'

const column = columnsOf<ListedReply>()

const PREVIEW_LENGTH = 100
const NAME_LENGTH = 40

/** For the names of a row's controls: a member may have written several of the replies. */
function nameOf({ author, content }: ListedReply): string {
  return `the reply by ${memberName(author.username)}: "${excerptOf(content, NAME_LENGTH)}"`
}

export function ContentReplies({ replies }: { replies: readonly ListedReply[] }) {
  const hide = useHideReplies()
  const [reading, setReading] = useState<ListedReply | null>(null)
  const [deleting, setDeleting] = useState<{ replies: readonly ListedReply[]; done: () => void } | null>(null)

  const columns = column.columns([
    column.display({
      id: 'reply',
      header: 'Reply',
      meta: { className: 'w-[38%] py-2' },
      cell: ({ row: { original: reply } }) => <Excerpt reply={reply} />,
    }),
    column.accessor(({ author }) => author.username, {
      id: 'author',
      header: 'Author',
      meta: { stacked: 'bare' },
      cell: ({ row }) => (
        <Link to={memberPath(row.original.author.username)} className="hover:text-accent hover:underline">
          {memberName(row.original.author.username)}
        </Link>
      ),
    }),
    column.accessor(({ thread }) => thread.title, {
      id: 'thread',
      header: 'Thread',
      meta: { stacked: 'line', className: 'w-[24%]' },
      cell: ({ row }) => (
        <Link
          to={threadPath(row.original.thread)}
          className="line-clamp-2 text-13 leading-snug [overflow-wrap:anywhere] text-muted hover:text-accent hover:underline"
        >
          {row.original.thread.title}
        </Link>
      ),
    }),
    column.accessor('upvote_count', {
      header: 'Stats',
      meta: { stacked: 'bare', className: 'whitespace-nowrap text-13 text-muted tabular-nums' },
      cell: ({ row }) => count(row.original.upvote_count, 'upvote', 'upvotes'),
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { stacked: 'beside', className: 'whitespace-nowrap text-13 text-muted' },
      cell: ({ row }) => <TimeAgo at={row.original.created_at} />,
    }),
    actionColumn<ListedReply>((reply) => (
      <>
        <IconButton
          icon={<BookOpen {...SMALL_ICON} />}
          label={t.read(nameOf(reply))}
          onClick={() => setReading(reply)}
        />
        <IconButton
          icon={reply.is_hidden ? <Eye {...SMALL_ICON} /> : <EyeOff {...SMALL_ICON} />}
          label={`${reply.is_hidden ? 'Show' : 'Hide'} ${nameOf(reply)}`}
          onClick={() => void hide([reply], !reply.is_hidden)}
        />
        <IconButton
          icon={<Trash2 {...SMALL_ICON} />}
          label={t.deleteLabel(nameOf(reply))}
          intent="danger"
          onClick={() => setDeleting({ replies: [reply], done: () => undefined })}
        />
      </>
    )),
  ])

  return (
    <>
      <DataTable
        label={t.repliesNewestFirst}
        columns={columns}
        rows={replies}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        bulk={(chosen, clear) => (
          <>
            <Button variant="secondary" size="small" onClick={() => void hide(chosen, true)}>
              <EyeOff {...SMALL_ICON} />
              {t.hide}
            </Button>
            <Button
              variant="danger"
              size="small"
              onClick={() => setDeleting({ replies: chosen, done: clear })}
            >
              <Trash2 {...SMALL_ICON} />
              {t.deleteLabel2}
            </Button>
          </>
        )}
      />
      <Dialog
        open={reading !== null}
        onClose={() => setReading(null)}
        title={t.replyBy(reading?.author.username ?? '')}
        wide
      >
        {reading ? (
          <>
            <SanitizedHtml html={reading.content} />
            <div className="mt-5 flex justify-end gap-2">
              <ButtonLink
                variant="secondary"
                to={
                  reading.is_hidden
                    ? threadPath(reading.thread)
                    : replyPath(threadPath(reading.thread), reading.id)
                }
              >
                {t.toTheThread}
              </ButtonLink>
              <Button onClick={() => setReading(null)}>{t.close}</Button>
            </div>
          </>
        ) : null}
      </Dialog>
      {deleting ? (
        <DeleteReplies
          replies={deleting.replies}
          onClose={() => setDeleting(null)}
          onDeleted={deleting.done}
        />
      ) : null}
    </>
  )
}

function Excerpt({ reply }: { reply: ListedReply }) {
  return (
    <>
      <span className="line-clamp-3 leading-snug [overflow-wrap:anywhere]">
        {excerptOf(reply.content, PREVIEW_LENGTH)}
      </span>
      <span className="flex flex-wrap items-center gap-x-3 empty:hidden">
        <ReportsLink reports={reply.reports} />
        {reply.is_hidden ? <FlagChip sign="hidden" label={t.hidden2} /> : null}
      </span>
    </>
  )
}
