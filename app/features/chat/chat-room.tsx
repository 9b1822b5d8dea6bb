// The chat: messages, presence, actions on one's own messages, and the input.
import { Reply, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { newId } from '#app/platform/acts/once.ts'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { useSession } from '#app/platform/session/session.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { ChatBox } from './chat-box.tsx'
import { MessageList } from './message-list.tsx'
import type { Shown } from './message-row.tsx'
import { ConnectionState, listedMembers, Online, shownMembers, WhoIsOnline } from './online.tsx'
import { type ChatMessage, SHOWN } from './queries.ts'
import { useOnline, useRoomAboveKeyboard } from './use-browser.ts'
import { useMessages } from './use-messages.ts'
import { useMuted } from './use-muted.ts'
import { isSentHere, useOutbox } from './use-outbox.ts'
import { useProfiles } from './use-profiles.ts'
import { useFollow } from './use-stick-to-bottom.ts'

const MessageAdmin = lazyWithRetry(() => import('./message-admin.tsx'))
const MuteButton = lazyOptional(() => import('#app/domain/mutes/mute-button.tsx'))
const ChosenMessages = lazyWithRetry(() => import('./chosen-messages.tsx'))

type RoomProps = {
  loaded: readonly ChatMessage[]
  /** The id of the category whose room it is; null for the common one. */
  room: string | null
  /** Links to the rooms. */
  rooms: ReactNode
  /** The report button, for members. */
  report: (messageId: string) => ReactNode
}

export function ChatRoom({ loaded, room, rooms, report }: RoomProps) {
  const session = useSession()
  const isOnline = useOnline()
  useRoomAboveKeyboard()
  const member = session.status === 'member' ? session : null
  const live = useMessages(loaded, { room, limit: SHOWN, isPresent: true })
  const outbox = useOutbox(live.take)
  const muted = useMuted(member?.userId ?? null)
  const anonymous = useOwnAnonymous(member && !member.isAdmin ? member.userId : null)
  const [replyTo, setReplyTo] = useState<string | null>(null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [isListing, setListing] = useState(false)
  const renaming = useRef<() => void>(null)
  const isReady = useHydrated()
  const deletion = useUndoable({
    said: 'Message deleted',
    failed: 'The message could not be deleted. Please try again.',
    onDeleted: (answer) => {
      const [gone] = answer as { id: string }[]
      if (gone) live.take({ kind: 'delete', id: gone.id })
    },
  })
  const profiles = useProfiles(
    live.messages,
    isListing ? listedMembers(live.present) : shownMembers(live.present),
  )

  const known = new Set(live.messages.map(({ id }) => id))
  const messages: Shown[] = [
    ...live.messages
      .filter((message) => deletion.path !== pathOf(message) && !muted?.hides(message))
      .map((message) => ({
        ...message,
        isChosen: chosenIds.has(message.id),
        isOwn:
          isSentHere(message.id) ||
          anonymous.has(message.id) ||
          (member !== null && message.user_id === member.userId),
      })),
    // The channel may have delivered a message before the response to its request.
    ...outbox.outgoing
      .filter(({ id, category_id }) => !known.has(id) && category_id === room)
      .map((outgoing) => ({ ...outgoing, isOwn: true, outgoing })),
  ]
  const chosen = messages.filter(({ isChosen }) => isChosen)
  const follow = useFollow(messages)
  const announcement = useAnnouncement(messages)
  const misnamed = outbox.outgoing.findLast(({ failure }) => failure?.isName)
  const nameFault = misnamed?.failure ? { messageId: misnamed.id, words: misnamed.failure.words } : null

  const ownName = member?.profile?.username ?? null
  const parent = messages.find(({ id }) => id === replyTo)
  // The latest writers first: those are answered most.
  const names = [
    ...new Set(
      [
        ...messages.flatMap(({ user_id, username }) => (user_id ? username : [])).reverse(),
        ...(live.present?.memberIds ?? []).flatMap((id) => profiles.get(id)?.username ?? []),
      ].filter((name) => name !== ownName),
    ),
  ]

  const actions = (message: Shown) => (
    <>
      {isReady && !message.outgoing ? (
        <ActionButton
          icon={<Reply size={16} aria-hidden />}
          label="Reply"
          aria-label={`Reply to ${message.username}`}
          onClick={() => setReplyTo(message.id)}
        />
      ) : null}
      {memberActions(message)}
    </>
  )
  const memberActions = (message: Shown) =>
    member ? (
      <>
        {message.isOwn ? null : report(message.id)}
        {message.isOwn || !message.user_id ? null : (
          <Suspense>
            <MuteButton
              userId={member.userId}
              subject={{ member_id: message.user_id }}
              name={message.username}
              terse
            />
          </Suspense>
        )}
        {message.isOwn && !message.outgoing ? (
          <DeleteOwnMessage onDelete={() => deletion.remove({ method: 'DELETE', path: pathOf(message) })} />
        ) : null}
        {member.isAdmin ? (
          <Suspense>
            <MessageAdmin
              message={message}
              isChosen={chosenIds.has(message.id)}
              onChoose={() => setChosenIds((before) => toggled(before, message.id))}
              onDeleted={() => live.take({ kind: 'delete', id: message.id })}
            />
          </Suspense>
        ) : null}
      </>
    ) : null

  return (
    <section
      data-fills-screen
      aria-label="Live chat"
      className="mx-auto flex h-full w-full max-w-4xl flex-col border-line bg-surface lg:border-x"
    >
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line px-4 py-1.5">
        <h1 className="text-18">Live chat</h1>
        <ConnectionState status={live.status} isOnline={isOnline} />
        <span className="ml-auto">
          {live.present ? (
            <button
              type="button"
              aria-haspopup="dialog"
              className="min-h-11 rounded-control px-2 hover:bg-raised"
              onClick={() => setListing(true)}
            >
              <Online present={live.present} profiles={profiles} />
            </button>
          ) : null}
        </span>
      </header>
      {rooms}
      {isListing && live.present ? (
        <WhoIsOnline present={live.present} profiles={profiles} onClose={() => setListing(false)} />
      ) : null}
      {isOnline ? null : (
        <p role="status" className="border-b border-line bg-warn-soft px-4 py-2 text-14">
          You are offline. These are the messages as you last saw them; what you write is sent when you are
          back.
        </p>
      )}
      <noscript>
        <p className="border-b border-line bg-raised px-4 py-2 text-14 text-muted">
          Writing here, and seeing new messages come in, needs JavaScript. Reading does not: reload for the
          latest.
        </p>
      </noscript>
      <MessageList
        messages={messages}
        profiles={profiles}
        ownName={ownName}
        names={names}
        follow={follow}
        actions={actions}
        onRetry={(id) => {
          // A refused name would be refused again.
          if (outbox.outgoing.find((one) => one.id === id)?.failure?.isName) renaming.current?.()
          else outbox.retry(id)
        }}
        onDiscard={outbox.discard}
      />
      {member?.isAdmin && chosen.length > 0 ? (
        <Suspense>
          <ChosenMessages userId={member.userId} messages={chosen} onClear={() => setChosenIds(new Set())} />
        </Suspense>
      ) : null}
      {deletion.note ? <div className="px-4 py-2">{deletion.note}</div> : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ChatBox
        nameFault={nameFault}
        names={names}
        parent={parent ?? null}
        renaming={renaming}
        onNoReply={() => setReplyTo(null)}
        onName={(username) => {
          for (const { id, failure } of outbox.outgoing) if (failure?.isName) outbox.retry(id, { username })
        }}
        onSend={(message) => {
          outbox.post({ ...message, id: newId(), category_id: room, reply_to: parent?.id ?? null })
          setReplyTo(null)
          follow.haveWritten()
        }}
      />
    </section>
  )
}

/** Announces new messages of others to screen readers. */
function useAnnouncement(messages: readonly Shown[]): string {
  const [announcement, setAnnouncement] = useState('')
  const latest = messages.findLast(({ isOwn }) => !isOwn)
  const told = useRef(latest?.created_at ?? '')
  useEffect(() => {
    // After a deletion the latest message is an older one, which was announced.
    if (!latest || Date.parse(latest.created_at) <= Date.parse(told.current)) return
    told.current = latest.created_at
    setAnnouncement(`${latest.username}: ${latest.message}`)
  }, [latest])
  return announcement
}

/** Ids of the anonymous messages that this member wrote before the page was opened. */
function useOwnAnonymous(userId: string | null): ReadonlySet<string> {
  const ids = useMemberQuery(
    userId ? async () => (await import('./query-options.ts')).chatQueries.ownAnonymous(userId) : null,
    [userId],
  )
  return new Set(ids)
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])
}

function DeleteOwnMessage({ onDelete }: { onDelete: () => void }) {
  return (
    <ActionButton
      icon={<Trash2 size={16} aria-hidden />}
      label="Delete"
      aria-label="Delete your message"
      intent="danger"
      onClick={onDelete}
    />
  )
}

function pathOf({ id }: { id: string }): string {
  return `chat_messages?id=eq.${id}`
}
