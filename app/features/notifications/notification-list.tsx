// Notifications by day and, within it, by discussion, whose title stands once. Each row is a link to its subject.
import {
  AlarmClock,
  AtSign,
  Bell,
  BellRing,
  Check,
  CircleCheck,
  Download,
  Flag,
  type LucideIcon,
  MessageSquarePlus,
  PencilLine,
  Reply,
  ShieldAlert,
  ThumbsUp,
  Trash2,
} from 'lucide-react'
import type { MouseEventHandler } from 'react'
import { Link } from 'react-router'
import { noteDeleted } from '#app/domain/notifications/own-changes.ts'
import type { NotificationView } from '#app/domain/notifications/queries.ts'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { spoken } from '#shared/language-of.ts'
import { isKnown, type NotificationKind } from '#shared/notification-kinds.ts'
import { addressOf, dayOf, sentenceBelowTitle, sentenceOf } from '#shared/notification-wording.ts'
import { threadPath } from '#shared/slugs.ts'
import * as t from '#words/notifications-more.ts'

const ICONS: Readonly<Record<NotificationKind, LucideIcon>> = {
  reply_to_thread: Reply,
  reply_to_reply: Reply,
  reply_to_followed: BellRing,
  reply_accepted: CircleCheck,
  thread_by_followed: MessageSquarePlus,
  thread_watched: MessageSquarePlus,
  mention: AtSign,
  chat_mention: AtSign,
  bookmark_reminder: AlarmClock,
  upvotes: ThumbsUp,
  wiki_edited: PencilLine,
  post_hidden: ShieldAlert,
  post_shown: ShieldAlert,
  post_locked: ShieldAlert,
  post_unlocked: ShieldAlert,
  post_removed: ShieldAlert,
  report_resolved: Flag,
  report_dismissed: Flag,
  level_changed: Bell,
  export_ready: Download,
  sanctioned: ShieldAlert,
  sanction_lifted: ShieldAlert,
  appeal_answered: ShieldAlert,
  post_published: ShieldAlert,
  post_refused: ShieldAlert,
}

type ListProps = {
  notifications: readonly NotificationView[]
  onOpen: (one: NotificationView) => void
  onRead: (one: NotificationView) => void
  /** Called when one was deleted. Absent in the bell's panel, where none can be. */
  onRemoved?: () => Promise<void>
}

export function NotificationList({ notifications, ...actions }: ListProps) {
  const now = Date.now()
  const days = Map.groupBy(notifications, ({ created_at }) => dayOf(created_at, now))
  return [...days].map(([day, ones]) => (
    <section key={day}>
      <h3 className="px-4 pt-4 pb-1 font-sans text-13 font-semibold text-muted">{day}</h3>
      <div className="divide-y divide-line">
        {[...Map.groupBy(ones, ({ id, thread }) => thread?.id ?? id)].map(([subject, rows]) => (
          <Discussion key={subject} rows={rows} {...actions} />
        ))}
      </div>
    </section>
  ))
}

/** A day's notifications of one discussion, or one of none. */
function Discussion({
  rows,
  ...actions
}: { rows: readonly NotificationView[] } & Omit<ListProps, 'notifications'>) {
  const thread = rows[0]?.thread
  const list = (
    <ul>
      {rows.map((one) => (
        <Row key={one.id} one={one} {...actions} />
      ))}
    </ul>
  )
  if (!thread) return list
  return (
    <div className="pt-1">
      <h4 className="px-4 font-sans text-14 font-semibold [overflow-wrap:anywhere]">
        <Link
          to={threadPath(thread)}
          className="inline-flex min-h-11 items-center py-1 hover:text-accent hover:underline sm:min-h-9"
        >
          <span {...spoken(thread.title)} className="line-clamp-2">
            {thread.title}
          </span>
        </Link>
      </h4>
      {list}
    </div>
  )
}

function Row({
  one,
  onOpen,
  onRead,
  onRemoved,
}: { one: NotificationView } & Omit<ListProps, 'notifications'>) {
  const removal = useUndoable({
    said: t.notificationDeleted,
    failed: t.thereWasAnErrorDeleting,
    onDeleted: async () => onRemoved?.(),
  })
  const Icon = isKnown(one.kind) ? ICONS[one.kind] : Bell
  const to = addressOf(one)
  const said = one.thread ? sentenceBelowTitle(one, one.excerpt) : sentenceOf(one)
  const name = `text-text ${one.read_at ? 'font-medium' : 'font-semibold'}`
  const sentence = (
    <>
      {one.read_at ? null : <span className="sr-only">{t.unread}</span>}
      {said.map(({ text, stands }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
        <span key={index} className={stands ? name : ''}>
          {text}
        </span>
      ))}
    </>
  )
  const plain = said.map(({ text }) => text).join('')
  if (removal.note) return <li className="px-4 py-2">{removal.note}</li>
  return (
    <li
      tabIndex={-1}
      className={`group relative flex items-start gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-raised ${one.read_at ? '' : 'bg-accent-soft/40'}`}
    >
      <span className="relative shrink-0">
        {one.actor ? (
          <Avatar id={one.actor.id} src={one.actor.avatar_url} size={32} />
        ) : (
          <span className="inline-flex size-8 items-center justify-center rounded-face bg-raised text-muted">
            <Icon size={16} aria-hidden />
          </span>
        )}
        {one.read_at ? null : (
          <span
            aria-hidden
            className="dot absolute -top-0.5 -right-0.5 box-content border-2 border-surface bg-accent"
          />
        )}
      </span>
      <div className="min-w-0 flex-1 text-14">
        <p className={`line-clamp-4 [overflow-wrap:anywhere] ${one.read_at ? 'text-muted' : ''}`}>
          {to ? (
            <Link to={to} onClick={() => onOpen(one)} className="stretched group-hover:text-accent">
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </p>
        <TimeAgo at={one.created_at} className="text-13 text-muted" />
      </div>
      {/* On narrow screens time and sentence are in separate lines, so that the sentence has the whole width. */}
      <span className="-my-1 -mr-3 flex shrink-0 flex-col-reverse sm:-mr-2 sm:flex-row">
        {one.read_at ? null : (
          <IconButton
            label={t.markAsRead(plain)}
            Icon={Check}
            onClick={({ currentTarget }) => {
              // The pressed button disappears, and the focus would return to the top of the page.
              currentTarget.closest('li')?.focus()
              onRead(one)
            }}
          />
        )}
        {onRemoved ? (
          <IconButton
            label={t.deleteLabel(plain)}
            Icon={Trash2}
            onClick={() => {
              noteDeleted(one.ids)
              removal.remove({ method: 'DELETE', path: `notifications?id=in.(${one.ids})&select=id` })
            }}
          />
        ) : null}
      </span>
    </li>
  )
}

type IconButtonProps = { label: string; Icon: LucideIcon; onClick: MouseEventHandler<HTMLButtonElement> }

function IconButton({ label, Icon, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-bg hover:text-text sm:size-9"
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}
