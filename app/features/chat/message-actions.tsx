// The actions on a message: replying, its link, reporting, and for members reacting, muting, editing and deleting one's own,
// and administration.
import { Pencil, Reply, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { useClock } from '#app/ui/clock.tsx'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { ShareButton } from '#app/ui/share-button.tsx'
import { cut } from '#shared/cut.ts'
import { messagePath } from '#shared/slugs.ts'
import * as t from '#words/chat.ts'
import type { Shown } from './message-row.tsx'

const ReactMenu = lazyOptional(() => import('./react-menu.tsx'))
const MessageAdmin = lazyWithRetry(() => import('./message-admin.tsx'))
const MuteButton = lazyOptional(() => import('./mute-button.tsx'))

type ActionsProps = {
  message: Shown
  /** The report button. */
  report: (messageId: string, name: string) => ReactNode
  onReply: () => void
  /** Reacts in a way, or takes that back. */
  onReact: (kind: string, on: boolean) => void
  /** Begins to edit one's own message. */
  onEdit: () => void
  /** Deletes one's own message. */
  onDelete: () => void
  /** Chooses the message for a discussion, or no longer. */
  onChoose: () => void
  /** Called when an administrator has deleted it. */
  onDeleted: () => void
}

const NAME_LENGTH = 40
/** As public.can_edit(chat_messages) allows. */
const EDITABLE_MS = 2 * 60 * 1_000

const wordsOf = ({ message }: Shown) => cut(message, NAME_LENGTH)

/** For the names of a message's buttons: a member may have written several of the messages. */
export const nameOf = (message: Shown) => t.theMessageBy(message.username, wordsOf(message))

export function MessageActions(props: ActionsProps) {
  const { message, report, onReply, onReact, onEdit, onDelete, onChoose, onDeleted } = props
  const session = useSession()
  const isReady = useHydrated()
  const clock = useClock()
  const member = session.status === 'member' ? session : null
  const { isOwn, outgoing, user_id: writer, username } = message
  const name = nameOf(message)
  return (
    <>
      {isReady && !outgoing ? (
        <ActionButton
          icon={<Reply size={16} aria-hidden />}
          label={t.reply}
          aria-label={t.replyTo(username, wordsOf(message))}
          onClick={onReply}
        />
      ) : null}
      {member && !outgoing ? (
        <Suspense>
          <ReactMenu name={name} reactions={message.reaction_counts ?? []} onReact={onReact} />
        </Suspense>
      ) : null}
      {isReady && !outgoing ? (
        <ShareButton path={messagePath(message.id)} label={t.link} of={t.toMessage(name)} />
      ) : null}
      {isReady && !isOwn ? report(message.id, name) : null}
      {member && !isOwn && writer ? (
        <Suspense>
          <MuteButton userId={member.userId} subject={{ member_id: writer }} name={username} />
        </Suspense>
      ) : null}
      {member && isOwn && !outgoing && !clock.hasPassed(Date.parse(message.created_at) + EDITABLE_MS) ? (
        <ActionButton
          icon={<Pencil size={16} aria-hidden />}
          label={t.edit}
          aria-label={t.editYourMessage2(wordsOf(message))}
          onClick={onEdit}
        />
      ) : null}
      {member && isOwn && !outgoing ? (
        <ActionButton
          icon={<Trash2 size={16} aria-hidden />}
          label={t.deleteLabel}
          aria-label={t.deleteYourMessage(wordsOf(message))}
          intent="danger"
          onClick={onDelete}
        />
      ) : null}
      {member?.isAdmin ? (
        <Suspense>
          <MessageAdmin
            message={message}
            name={name}
            isChosen={message.isChosen === true}
            onChoose={onChoose}
            onDeleted={onDeleted}
          />
        </Suspense>
      ) : null}
    </>
  )
}
