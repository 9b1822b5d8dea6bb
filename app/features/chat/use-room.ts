// What a room shows: the messages of the channel and those that wait in this browser, without what the member mutes or is
// deleting.
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import type { Member } from '#app/platform/session/session.ts'
import type { Shown } from './message-row.tsx'
import { type ChatMessage, SHOWN } from './queries.ts'
import { useMessages } from './use-messages.ts'
import { useMuted } from './use-muted.ts'
import { isSentHere, useOutbox } from './use-outbox.ts'

/**
 * @param room the id of the category whose room it is; null for the common one
 * @param chosenIds the messages that an administrator has chosen
 */
export function useRoom(
  loaded: readonly ChatMessage[],
  room: string | null,
  member: Member | null,
  chosenIds: ReadonlySet<string>,
) {
  const live = useMessages(loaded, { room, limit: SHOWN, isPresent: true })
  const outbox = useOutbox(live.take)
  const muted = useMuted(member?.userId ?? null)
  const anonymous = useOwnAnonymous(member && !member.isAdmin ? member.userId : null)
  const remove = (id: string) => live.take({ kind: 'delete', id })
  const deletion = useUndoable({
    said: 'Message deleted',
    failed: 'The message could not be deleted. Please try again.',
    onDeleted: (answer) => {
      const [gone] = answer as { id: string }[]
      if (gone) remove(gone.id)
    },
  })
  const known = new Set(live.messages.map(({ id }) => id))
  const isOwn = ({ id, user_id: writer }: ChatMessage) =>
    isSentHere(id) || anonymous.has(id) || (member !== null && writer === member.userId)
  const messages: Shown[] = [
    ...live.messages
      .filter((message) => deletion.path !== pathOf(message.id) && !muted?.hides(message))
      .map((message) => ({ ...message, isChosen: chosenIds.has(message.id), isOwn: isOwn(message) })),
    // The channel may have delivered a message before the response to its request.
    ...outbox.outgoing
      .filter(({ id, category_id }) => !known.has(id) && category_id === room)
      .map((outgoing) => ({ ...outgoing, isOwn: true, outgoing })),
  ]
  return {
    live,
    outbox,
    messages,
    /** Takes a message off the screen that is deleted already. */
    remove,
    /** In the place of an own message while its deletion can be undone. */
    note: deletion.note,
    deleteOwn: (id: string) => deletion.remove({ method: 'DELETE', path: pathOf(id) }),
  }
}

/** Ids of the anonymous messages that this member wrote before the page was opened. */
function useOwnAnonymous(userId: string | null): ReadonlySet<string> {
  const { data: ids } = useMemberQuery(
    userId ? async () => (await import('./query-options.ts')).chatQueries.ownAnonymous(userId) : null,
    [userId],
  )
  return new Set(ids)
}

function pathOf(id: string): string {
  return `chat_messages?id=eq.${id}`
}
