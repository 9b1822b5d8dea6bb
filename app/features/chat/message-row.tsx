// A message. The first of a group has the author's avatar, name and time.

import { Clock, CornerUpLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { LevelChip, SampleChip, StaffChip } from '#app/ui/chip.tsx'
import { Said } from '#app/ui/forms/said.tsx'
import { formatMoment, formatTime } from '#shared/format.ts'
import { languageOf, spoken } from '#shared/language-of.ts'
import { linksIn } from '#shared/links.ts'
import { mentions, mentionsIn } from '#shared/mentions.ts'
import { attribute, MESSAGE } from '#shared/page-contract.ts'
import { isSample } from '#shared/sample.ts'
import { memberPath } from '#shared/slugs.ts'
import { inWords } from '#shared/waiting.ts'
import * as t from '#words/chat.ts'
import type { Outgoing } from './outbox.ts'
import type { ChatMessage, ChatProfile } from './queries.ts'
import { useOnline } from './use-browser.ts'

/** A message of the chat, or a pending one. */
export type Shown = ChatMessage & { isOwn: boolean; isChosen?: boolean; outgoing?: Outgoing }

type RowProps = {
  message: Shown
  isFirst: boolean
  profile: ChatProfile | null
  /** The message that it replies to; null when there is none, or it is not shown. */
  parent: ChatMessage | null
  /** The reader's username, whose mentions are marked; null for guests. */
  ownName: string | null
  /** Whether a name, in small letters, is a member's in the chat. */
  isKnown: (name: string) => boolean
  /** The form in the place of the text, while it is edited. */
  editor: ReactNode
  /** The reactions, below the text. */
  reactions: ReactNode
  /** Whether the address of the page leads to this message. */
  isLinked: boolean
  /** The actions; visible on hover and focus, and after touching the message. */
  actions: ReactNode
  isTouched: boolean
  onTouch: () => void
  onRetry: () => void
  onDiscard: () => void
}

export function MessageRow(row: RowProps) {
  const {
    message,
    isFirst,
    profile,
    parent,
    ownName,
    isKnown,
    editor,
    reactions,
    isLinked,
    actions,
    isTouched,
    onTouch,
    onRetry,
    onDiscard,
  } = row
  const { outgoing, isOwn, created_at } = message
  const name = profile?.username ?? message.username
  const isToReader = ownName !== null && mentions(message.message, ownName, isKnown)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a touch shows the buttons, which keys reach without it
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      {...attribute(MESSAGE, message.id)}
      tabIndex={-1}
      className={`group relative grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 border-l-3 py-0.5 pr-4 pl-3.25 hover:bg-raised/60 ${
        isFirst ? 'mt-2.5' : ''
      } ${isToReader || isLinked || message.isChosen ? 'border-accent bg-accent-soft/50' : isOwn ? 'border-edge' : 'border-transparent'}`}
      onClick={onTouch}
    >
      {isFirst ? (
        <span className="pt-0.5">
          <Avatar id={message.user_id ?? name} src={profile?.avatar_url ?? null} size={32} />
        </span>
      ) : (
        <span />
      )}
      <div className="min-w-0">
        {isFirst ? (
          <p className="flex flex-wrap items-baseline gap-x-2 text-13 text-muted">
            <Author message={message} profile={profile} name={name} />
            {isSample(message.id) ? <SampleChip /> : null}
            <time dateTime={created_at} title={formatMoment(created_at)} className="tabular-nums">
              {formatTime(created_at)}
            </time>
          </p>
        ) : (
          <span className="sr-only">{name}: </span>
        )}
        {isToReader ? <span className="sr-only">{t.mentionsYou}</span> : null}
        {message.reply_to ? <Parent message={parent} /> : null}
        {editor ?? (
          <p
            {...spoken(message.message)}
            className={`overflow-clip text-15 break-words whitespace-pre-wrap [overflow-clip-margin:6px] ${outgoing ? 'text-muted' : ''}`}
          >
            {linksIn(message.message).map(({ text, href }, index) =>
              href === null ? (
                <WithMentions
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one message never change places
                  key={index}
                  text={text}
                  isKnown={isKnown}
                />
              ) : (
                <a
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one message never change places
                  key={index}
                  href={href}
                  rel="nofollow ugc noopener"
                  className="text-accent underline underline-offset-2"
                  onClick={(event) => event.stopPropagation()}
                >
                  {text}
                </a>
              ),
            )}
            {message.edited_at ? (
              <span title={formatMoment(message.edited_at)} className="ml-1.5 text-13 text-muted">
                {t.edited}
              </span>
            ) : null}
          </p>
        )}
        {reactions}
        {outgoing ? <NotSentYet outgoing={outgoing} onRetry={onRetry} onDiscard={onDiscard} /> : null}
      </div>
      {actions && !outgoing && !editor ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: keeps what is pressed in here from touching the message
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div
          onClick={(event) => event.stopPropagation()}
          className={`absolute -top-3 right-2 z-10 max-sm:-top-6 items-center rounded-control border border-line bg-surface ${
            isTouched
              ? 'flex'
              : 'flex opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:pointer-events-none'
          }`}
        >
          {actions}
        </div>
      ) : null}
    </div>
  )
}

export function focusMessage(id: string): void {
  const row = document.querySelector<HTMLElement>(`[${MESSAGE}="${id}"]`)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}

/** The message that is replied to, in one line that leads to it. */
function Parent({ message }: { message: ChatMessage | null }) {
  const line = 'flex max-w-full items-center gap-1.5 text-13 text-muted'
  const sign = <CornerUpLeft size={14} aria-hidden className="shrink-0" />
  if (!message) return <p className={line}>{t.replyToAnEarlierMessage(sign)}</p>
  return (
    <button
      type="button"
      className={`${line} pointer-coarse:min-h-11 hover:text-text`}
      onClick={(event) => {
        event.stopPropagation()
        focusMessage(message.id)
      }}
    >
      {sign}
      <span className="sr-only">{t.inReplyTo}</span>
      <bdi className="shrink-0 font-semibold">{message.username}</bdi>
      <bdi lang={languageOf(message.message)} className="truncate">
        {message.message}
      </bdi>
    </button>
  )
}

function WithMentions({ text, isKnown }: { text: string } & Pick<RowProps, 'isKnown'>) {
  return mentionsIn(text, isKnown).map((piece, index) =>
    piece.name === null ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one message never change places
      <span key={index} className="font-semibold">
        {piece.text}
      </span>
    ),
  )
}

type AuthorProps = { message: ChatMessage; profile: ChatProfile | null; name: string }

function Author({ message, profile, name }: AuthorProps) {
  if (message.user_id === null) {
    return (
      <>
        <bdi className="text-15 font-semibold break-all text-text">{name}</bdi>
        <span className="rounded-full border border-line px-2 leading-normal">{t.anonymous}</span>
      </>
    )
  }
  return (
    <>
      <Link to={memberPath(name)} className="text-15 font-semibold break-all text-text hover:underline">
        {name}
      </Link>
      {profile?.is_staff ? <StaffChip /> : null}
      {profile ? <LevelChip level={profile.user_level} /> : null}
    </>
  )
}

type NotSentYetProps = { outgoing: Outgoing; onRetry: () => void; onDiscard: () => void }

/** The reason why a message is pending, and the actions on it. */
function NotSentYet({ outgoing: { failure, sentAt }, onRetry, onDiscard }: NotSentYetProps) {
  const isWaiting = !useOnline() && failure?.isUnreached === true
  if (!failure && sentAt === null) return <span className="sr-only">{t.sending}</span>
  return (
    <p
      className={`flex flex-wrap items-center gap-x-3 text-13 ${failure && !isWaiting ? 'text-loss' : 'text-muted'}`}
    >
      {isWaiting ? (
        <span role="status" className="inline-flex items-center gap-1">
          <Clock size={14} aria-hidden />
          {t.waitingForTheConnection}
        </span>
      ) : failure ? (
        <span role="alert">
          <Said message={failure.words} />
        </span>
      ) : sentAt === null ? null : (
        <Countdown to={sentAt} />
      )}
      <span className="flex gap-x-3">
        {failure && !isWaiting ? (
          <button type="button" className="min-h-11 font-medium underline sm:min-h-8" onClick={onRetry}>
            {t.tryAgain}
          </button>
        ) : null}
        <button type="button" className="min-h-11 font-medium underline sm:min-h-8" onClick={onDiscard}>
          {t.discard}
        </button>
      </span>
    </p>
  )
}

function Countdown({ to }: { to: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(1, Math.ceil((to - now) / 1_000))
  return <span>{t.thatWasQuickItIs(<span className="tabular-nums">{inWords(seconds)}</span>)}</span>
}
