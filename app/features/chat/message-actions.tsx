// The actions on a message: replying, and for members reporting, muting, deleting one's own, and administration.
import { Reply, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import type { Shown } from './message-row.tsx'

const MessageAdmin = lazyWithRetry(() => import('./message-admin.tsx'))
const MuteButton = lazyOptional(() => import('#app/domain/mutes/mute-button.tsx'))

type ActionsProps = {
  message: Shown
  /** The report button, for members. */
  report: (messageId: string) => ReactNode
  onReply: () => void
  /** Deletes one's own message. */
  onDelete: () => void
  /** Chooses the message for a discussion, or no longer. */
  onChoose: () => void
  /** Called when an administrator has deleted it. */
  onDeleted: () => void
}

export function MessageActions({ message, report, onReply, onDelete, onChoose, onDeleted }: ActionsProps) {
  const session = useSession()
  const isReady = useHydrated()
  const member = session.status === 'member' ? session : null
  const { isOwn, outgoing, user_id: writer, username } = message
  return (
    <>
      {isReady && !outgoing ? (
        <ActionButton
          icon={<Reply size={16} aria-hidden />}
          label="Reply"
          aria-label={`Reply to ${username}`}
          onClick={onReply}
        />
      ) : null}
      {member && !isOwn ? report(message.id) : null}
      {member && !isOwn && writer ? (
        <Suspense>
          <MuteButton userId={member.userId} subject={{ member_id: writer }} name={username} terse />
        </Suspense>
      ) : null}
      {member && isOwn && !outgoing ? (
        <ActionButton
          icon={<Trash2 size={16} aria-hidden />}
          label="Delete"
          aria-label="Delete your message"
          intent="danger"
          onClick={onDelete}
        />
      ) : null}
      {member?.isAdmin ? (
        <Suspense>
          <MessageAdmin
            message={message}
            isChosen={message.isChosen === true}
            onChoose={onChoose}
            onDeleted={onDeleted}
          />
        </Suspense>
      ) : null}
    </>
  )
}
