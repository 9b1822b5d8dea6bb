// The chat: messages, presence, and the input.
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { newId } from '#app/platform/acts/once.ts'
import { useSession } from '#app/platform/session/session.ts'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { Link } from '#app/ui/link.tsx'
import * as t from '#words/chat.ts'
import { ChatBox } from './chat-box.tsx'
import { MessageActions, nameOf } from './message-actions.tsx'
import { MessageList } from './message-list.tsx'
import { focusMessage, type Shown } from './message-row.tsx'
import { ConnectionState, listedMembers, Online, shownMembers, WhoIsOnline } from './online.tsx'
import type { ChatMessage } from './queries.ts'
import { MessageReactions } from './reactions.tsx'
import { useOnline, useRoomAboveKeyboard } from './use-browser.ts'
import { useProfiles } from './use-profiles.ts'
import { useRoom } from './use-room.ts'
import { useFollow } from './use-stick-to-bottom.ts'

const EditMessage = lazyWithRetry(() => import('./edit-message.tsx'))
const ChosenMessages = lazyWithRetry(() => import('./chosen-messages.tsx'))

type RoomProps = {
  loaded: readonly ChatMessage[]
  /** The id of the category whose room it is; null for the common one. */
  room: string | null
  /** Links to the rooms. */
  rooms: ReactNode
  /** The message to which the address leads, if it is still there, and whether newer ones follow those around it. */
  linked: { id: string; isPast: boolean } | null
  /** Said above the messages. */
  notice: string | null
  /** The address of the latest messages. */
  latest: string
  /** The report button. */
  report: (messageId: string, name: string) => ReactNode
}

export function ChatRoom({ loaded, room, rooms, linked, notice, latest, report }: RoomProps) {
  const session = useSession()
  const isOnline = useOnline()
  useRoomAboveKeyboard()
  const member = session.status === 'member' ? session : null
  const [replyTo, setReplyTo] = useState<string | null>(null)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [isListing, setListing] = useState(false)
  const renaming = useRef<() => void>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const isPast = linked?.isPast === true
  const { live, outbox, messages, remove, reactTo, note, deleteOwn } = useRoom(
    loaded,
    room,
    member,
    chosenIds,
    isPast,
  )
  const profiles = useProfiles(
    live.messages,
    isListing ? listedMembers(live.present) : shownMembers(live.present),
  )
  const chosen = messages.filter(({ isChosen }) => isChosen)
  const follow = useFollow(messages)
  const announcement = useAnnouncement(messages)
  useLinked(linked?.id ?? null)
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

  return (
    <section
      data-fills-screen
      aria-label={t.liveChat}
      className="mx-auto flex h-full w-full max-w-4xl flex-col border-line bg-surface lg:border-x"
    >
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line px-4 py-1.5">
        <h1 className="text-18">{t.liveChat}</h1>
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
          {t.youAreOfflineTheseAre}
        </p>
      )}
      <noscript>
        <p className="border-b border-line bg-raised px-4 py-2 text-14 text-muted">
          {t.writingHereAndSeeingNew}
        </p>
      </noscript>
      {notice ? (
        <p role="status" className="border-b border-line bg-raised px-4 py-2 text-14">
          {notice}
        </p>
      ) : null}
      <MessageList
        messages={messages}
        profiles={profiles}
        ownName={ownName}
        names={names}
        follow={follow}
        linked={linked?.id ?? null}
        editor={(message) =>
          message.id === editing ? (
            <Suspense>
              <EditMessage
                message={message}
                onEdited={(edited) => live.take({ kind: 'update', message: edited })}
                onClose={() => setEditing(null)}
              />
            </Suspense>
          ) : null
        }
        reactions={(message) =>
          message.reaction_counts?.length ? (
            <MessageReactions
              reactions={message.reaction_counts}
              name={nameOf(message)}
              onReact={member ? (kind, on) => reactTo(message, kind, on) : null}
            />
          ) : null
        }
        actions={(message) => (
          <MessageActions
            message={message}
            report={report}
            onReply={() => setReplyTo(message.id)}
            onReact={(kind, on) => reactTo(message, kind, on)}
            onEdit={() => setEditing(message.id)}
            onDelete={() => deleteOwn(message.id)}
            onChoose={() => setChosenIds((before) => toggled(before, message.id))}
            onDeleted={() => remove(message.id)}
          />
        )}
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
      {note ? <div className="px-4 py-2">{note}</div> : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isPast ? (
        <p className="border-t border-line px-4 py-2 text-center text-14">
          {t.theseAreEarlierMessagesLink((text) => (
            <Link to={latest} className="inline-flex min-h-11 items-center text-accent underline">
              {text}
            </Link>
          ))}
        </p>
      ) : (
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
      )}
    </section>
  )
}

/** Brings the message to which the address leads into view, and focuses it. */
function useLinked(id: string | null): void {
  useEffect(() => {
    if (id) focusMessage(id)
  }, [id])
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

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])
}
