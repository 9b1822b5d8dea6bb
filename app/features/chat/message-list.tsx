// The messages, oldest first, in a box that is scrolled to its end.
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useClock } from '#app/ui/clock.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { count, formatDay } from '#shared/format.ts'
import * as t from '#words/chat.ts'
import { layOut } from './feed.ts'
import { MessageRow, type Shown } from './message-row.tsx'
import type { Profiles } from './use-profiles.ts'
import type { Follow } from './use-stick-to-bottom.ts'

type ListProps = {
  messages: readonly Shown[]
  profiles: Profiles
  /** The reader's username; null for guests. */
  ownName: string | null
  /** Usernames of others in the chat. */
  names: readonly string[]
  follow: Follow
  actions: (message: Shown) => ReactNode
  reactions: (message: Shown) => ReactNode
  /** The form of a message that is edited; null for the others. */
  editor: (message: Shown) => ReactNode
  /** The message to which the page's address leads. */
  linked: string | null
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
}

export function MessageList(props: ListProps) {
  const { messages, profiles, ownName, names, follow, actions, linked, onRetry, onDiscard } = props
  const clock = useClock()
  const [touched, setTouched] = useState<string | null>(null)
  const known = new Set([...names, ownName ?? ''].map((name) => name.toLowerCase()))
  const byId = new Map(messages.map((message) => [message.id, message]))
  const { list, isAtEnd, unread, newFrom, onScroll, toEnd } = follow
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={list}
        role="log"
        // chat-room.tsx announces new messages; announcing here would repeat the whole list when a message expires.
        aria-live="off"
        aria-label={t.messages}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        onScroll={onScroll}
        className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="pt-2 pb-3">
          {messages.length === 0 ? (
            <div className="p-4">
              <Empty title={t.itIsQuietAtThe}>{t.sayGoodMorningWhatDo}</Empty>
            </div>
          ) : null}
          {layOut(messages, newFrom).map((block) => {
            if (block.kind === 'day') return <Line key={block.key} words={formatDay(block.at, clock)} />
            if (block.kind === 'new') return <Line key={block.key} words={t.newMessages} isNew />
            return block.messages.map((message, index) => (
              <MessageRow
                key={message.id}
                message={message}
                isFirst={index === 0}
                profile={message.user_id ? (profiles.get(message.user_id) ?? null) : null}
                parent={message.reply_to ? (byId.get(message.reply_to) ?? null) : null}
                ownName={ownName}
                isKnown={(name) => known.has(name)}
                editor={props.editor(message)}
                reactions={props.reactions(message)}
                isLinked={message.id === linked}
                actions={actions(message)}
                isTouched={message.id === touched}
                onTouch={() => setTouched((before) => (before === message.id ? null : message.id))}
                onRetry={() => onRetry(message.id)}
                onDiscard={() => onDiscard(message.id)}
              />
            ))
          })}
        </div>
      </div>
      {isAtEnd ? null : (
        <button
          type="button"
          className="absolute bottom-3 left-1/2 inline-flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full border border-line bg-surface px-4 text-14 font-medium text-accent shadow-float sm:min-h-9"
          onClick={toEnd}
        >
          <ArrowDown size={16} aria-hidden />
          {unread > 0 ? count(unread, t.newMessage, t.newMessages2) : t.jumpToLatest}
        </button>
      )}
    </div>
  )
}

function Line({ words, isNew = false }: { words: string; isNew?: boolean }) {
  const line = <span aria-hidden className={`h-px flex-1 ${isNew ? 'bg-accent' : 'bg-line'}`} />
  return (
    <div className="mt-3 flex items-center gap-3 px-4">
      {line}
      <h2 className={`font-sans text-13 font-medium ${isNew ? 'text-accent' : 'text-muted'}`}>{words}</h2>
      {line}
    </div>
  )
}
