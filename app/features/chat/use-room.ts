// What a room shows: the messages of the channel and those that wait in this browser, without what the member mutes or is
// deleting.
import { act, choiceNotSaved } from '#app/platform/acts/act.ts'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { client, type Member } from '#app/platform/session/session.ts'
import * as t from '#words/chat.ts'
import { withReaction } from './feed.ts'
import type { Shown } from './message-row.tsx'
import { type ChatMessage, type Reactions, react, SHOWN } from './queries.ts'
import { useMessages } from './use-messages.ts'
import { useMuted } from './use-muted.ts'
import { isSentHere, useOutbox } from './use-outbox.ts'

/**
 * @param room the id of the category whose room it is; null for the common one
 * @param chosenIds the messages that an administrator has chosen
 * @param isPast the messages are those around an earlier one
 */
export function useRoom(
  loaded: readonly ChatMessage[],
  room: string | null,
  member: Member | null,
  chosenIds: ReadonlySet<string>,
  isPast: boolean,
) {
  const live = useMessages(loaded, { room, limit: isPast ? SHOWN + 1 : SHOWN, isPresent: true, isPast })
  const outbox = useOutbox(live.take)
  const muted = useMuted(member?.userId ?? null)
  const anonymous = useOwnAnonymous(member && !member.isAdmin ? member.userId : null)
  const remove = (id: string) => live.take({ kind: 'delete', id })
  const deletion = useUndoable({
    said: t.messageDeleted,
    failed: t.theMessageCouldNotBe,
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
  function reactTo(message: ChatMessage, kind: string, on: boolean) {
    if (!member) return
    const { id, reaction_counts = null } = message
    const show = (counts: Reactions | null) =>
      live.take({ kind: 'update', message: { id, reaction_counts: counts } })
    const write = async () => react({ client: await client(), userId: member.userId }, { id, kind, on })
    const failed = (error: unknown) => {
      show(reaction_counts)
      choiceNotSaved(error)
    }
    show(withReaction(reaction_counts ?? [], kind, on))
    void act(`react ${kind} ${id}`, write, { failed })
  }
  return {
    live,
    outbox,
    messages,
    reactTo,
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
