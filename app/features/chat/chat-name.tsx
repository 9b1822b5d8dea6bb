// The name of a guest or an anonymous member in the chat: asked for before the first message, stored in this browser, and
// asked for again if it is refused.

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import { CHAT_NAME } from '#shared/limits.ts'
import { CHAT_NAME_KEY } from '#shared/page-contract.ts'
import * as t from '#words/chat.ts'

const NO_NAME = t.pleaseEnterAUsernameTo
/** The error about the name of a message. */
export type NameFault = { messageId: string; words: string }

/**
 * @param isNeeded whether the next message goes under a chosen name
 * @param onName called with a new name
 */
export function useNaming(isNeeded: boolean, fault: NameFault | null, onName: (name: string) => void) {
  const [remembered, remember, forget] = useChatName()
  const [name, setName] = useState('')
  const [isNaming, setIsNaming] = useState(false)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (remembered !== '') setName(remembered)
  }, [remembered])
  const words = fault?.words
  const messageId = fault?.messageId
  const refuse = useEffectEvent((refused: string) => {
    // A refused name is not stored.
    forget()
    setError(refused)
    setIsNaming(true)
  })
  useEffect(() => {
    if (messageId !== undefined && words !== undefined) refuse(words)
  }, [messageId, words])

  /** @returns the name of the next message; null after asking for one */
  function choose(): string | null {
    const chosen = name.trim()
    if (chosen === '') {
      setIsNaming(true)
      setError(NO_NAME)
      // The element may not be mounted yet.
      setTimeout(() => input.current?.focus())
      return null
    }
    if (chosen !== remembered) {
      remember(chosen)
      onName(chosen)
    }
    setIsNaming(false)
    setError(undefined)
    return chosen
  }

  return {
    /** The name is asked for. */
    isAsked: isNeeded && (isNaming || remembered === ''),
    remembered,
    choose,
    askAgain: () => setIsNaming(true),
    field: {
      ref: input,
      value: name,
      error,
      onChange: (value: string) => {
        setName(value)
        setError(undefined)
      },
    },
  }
}

type NameFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onEnter: () => void
}

/** The field for the chat name, in line with its message. */
export function NameField({ ref, value, error, onChange, onEnter }: NameFieldProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 py-1">
      <label htmlFor="chat-name" className="font-medium">
        {t.username}
      </label>
      <input
        id="chat-name"
        ref={ref}
        value={value}
        maxLength={CHAT_NAME.max}
        autoComplete="nickname"
        placeholder={t.anyNameYouLike}
        className="min-h-11 w-48 min-w-0 rounded-control border border-control-line bg-surface px-3 text-16 aria-invalid:border-loss sm:min-h-9 sm:text-15"
        {...(error ? { 'aria-invalid': true, 'aria-describedby': 'chat-name-error' } : {})}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
      />
      {error ? (
        <p id="chat-name-error" role="alert" className="text-13 text-loss">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** The chat name of a guest or an anonymous member, stored in this browser. */
function useChatName(): [remembered: string, remember: (name: string) => void, forget: () => void] {
  const [name, setName] = useState('')
  useEffect(() => {
    setName(localStore().getItem(CHAT_NAME_KEY) ?? '')
  }, [])
  const remember = (chosen: string) => {
    setName(chosen)
    // Without storage, the name lasts until the page is closed.
    keepItem(localStore(), CHAT_NAME_KEY, chosen)
  }
  const forget = () => {
    setName('')
    keepItem(localStore(), CHAT_NAME_KEY, null)
  }
  return [name, remember, forget]
}
