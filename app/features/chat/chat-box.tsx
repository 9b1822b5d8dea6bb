// The input of the chat: Enter sends, Shift+Enter breaks the line. A guest enters a name before the first message,
// which this browser stores; a member writes under the own name, or anonymously under a chosen one.

import { SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { SignInLink } from '#app/platform/session/session-links.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { languageOf } from '#shared/language-of.ts'
import { CHAT_MESSAGE } from '#shared/limits.ts'
import { withFewMarks } from '#shared/stacked-marks.ts'
import * as t from '#words/chat.ts'
import { type NameFault, NameField, useNaming } from './chat-name.tsx'
import type { ChatMessage } from './queries.ts'
import { useGrowing, useKeptText } from './use-box-text.ts'
import { useCompletion } from './use-completion.tsx'

/** The remaining characters are shown from this length on. */
const TIGHT = CHAT_MESSAGE.max - 100

type BoxProps = {
  onSend: (message: { message: string; username: string; user_id: string | null }) => void
  /** The error about the name of a message; null for none. */
  nameFault: NameFault | null
  /** Called with a new name. */
  onName: (name: string) => void
  /** The names that complete a mention, the likeliest first. */
  names: readonly string[]
  /** The message that is being replied to. */
  parent: ChatMessage | null
  onNoReply: () => void
  /** Gets a function that retries the messages whose name was refused, with the name that stands in the field. */
  renaming: RefObject<(() => void) | null>
}

export function ChatBox({ onSend, nameFault, onName, names, parent, onNoReply, renaming }: BoxProps) {
  const session = useSession()
  const isReady = useHydrated()
  const member = session.status === 'member' ? session : null
  const [text, setText] = useKeptText(session.status === 'unknown' ? null : (member?.userId ?? 'guest'))
  const [isAnonymous, setIsAnonymous] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const message = withFewMarks(text.trim())
  const length = [...message].length
  const isTooLong = length > CHAT_MESSAGE.max
  const needsName = !member || isAnonymous
  const naming = useNaming(needsName, nameFault, onName)
  useGrowing(field, text)
  const completion = useCompletion(field, text, setText, names)
  const parentId = parent?.id
  useEffect(() => {
    if (parentId) field.current?.focus()
  }, [parentId])

  useImperativeHandle(renaming, () => () => {
    if (naming.choose() !== null) field.current?.focus()
  })

  function send() {
    if (length === 0 || isTooLong) return
    const username = needsName ? naming.choose() : (member?.profile?.username ?? 'member')
    if (username === null) return
    onSend({ message, username, user_id: needsName ? null : (member?.userId ?? null) })
    setText('')
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (completion.onKeyDown(event)) return
    if (event.key === 'Escape' && parent) return onNoReply()
    // During composition (Hindi, Japanese …) Enter chooses a word. Safari reports it by the key code alone.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    send()
  }

  return (
    <form
      aria-label={t.writeAMessage}
      className="needs-script border-t border-line bg-surface px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 text-14">
        {naming.isAsked ? (
          <NameField
            {...naming.field}
            onEnter={() => {
              if (naming.choose() !== null) field.current?.focus()
            }}
          />
        ) : null}
        {needsName && !naming.isAsked ? (
          <span className="flex min-w-0 items-center gap-1 text-muted">
            <span className="min-w-0 truncate">
              <Chatting /> <bdi className="font-semibold text-text">{naming.remembered}</bdi>
            </span>
            <button
              type="button"
              className="min-h-11 px-1 text-accent underline underline-offset-2"
              onClick={naming.askAgain}
            >
              {t.change}
            </button>
          </span>
        ) : null}
        <span className="guest-only ml-auto text-muted max-sm:hidden">
          {t.orToWriteUnderYour(<SignInLink className="text-accent underline underline-offset-2" />)}
        </span>
        {member && !isAnonymous ? (
          <span className="min-w-0 truncate text-muted">
            <Chatting /> <span className="font-semibold text-text">{member.profile?.username}</span>
          </span>
        ) : null}
        <span className="member-only">
          <Checkbox
            label={t.sendAnonymously}
            checked={isAnonymous}
            onChange={(event) => setIsAnonymous(event.target.checked)}
          />
        </span>
      </div>
      {parent ? (
        <p className="mb-1 flex items-center gap-2 border-l-3 border-accent pl-2 text-14 text-muted">
          <span className="min-w-0 flex-1 truncate">
            {t.replyingTo(<bdi className="font-semibold text-text">{parent.username}</bdi>)}{' '}
            <bdi lang={languageOf(parent.message)}>{parent.message}</bdi>
          </span>
          <button
            type="button"
            aria-label={t.doNotReply}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-raised sm:size-8"
            onClick={onNoReply}
          >
            <X size={16} aria-hidden />
          </button>
        </p>
      ) : null}
      <div className="relative flex items-end gap-2">
        {completion.list}
        <label htmlFor="chat-message" className="sr-only">
          {t.message}
        </label>
        <textarea
          id="chat-message"
          ref={field}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder={t.writeAMessage}
          disabled={!isReady}
          aria-autocomplete="list"
          {...completion.props}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby="chat-room-left"
          className="block max-h-[calc(5lh+18px)] min-h-11 flex-1 resize-none rounded-control border border-control-line bg-surface px-3 py-2 text-16 aria-invalid:border-loss"
          onChange={(event) => {
            setText(event.target.value)
            completion.onInput(event.target)
          }}
          onSelect={(event) => completion.onInput(event.currentTarget)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" className="w-11 px-0!" disabled={length === 0 || isTooLong} aria-label={t.send}>
          <SendHorizontal size={18} aria-hidden />
        </Button>
      </div>
      <p
        id="chat-room-left"
        role="status"
        className={`text-13 ${isTooLong ? 'mt-1 text-loss' : length > TIGHT ? 'mt-1 text-muted' : ''}`}
      >
        {isTooLong
          ? t.tooMany(CONSTRAINT_MESSAGES.chat_messages_message_length ?? '', length - CHAT_MESSAGE.max)
          : length > TIGHT
            ? t.charactersLeft(CHAT_MESSAGE.max - length)
            : ''}
      </p>
      {member && isAnonymous ? (
        <p className="mt-1 text-13 text-muted">{t.onlyAdministratorsCanFindOut}</p>
      ) : null}
    </form>
  )
}

function Chatting() {
  return (
    <>
      {t.partChattingAs((text) => (
        <span className="max-sm:sr-only">{text}</span>
      ))}
    </>
  )
}
