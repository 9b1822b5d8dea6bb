// Completion of mentions in the chat's input, from the names that the chat knows.
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { complete, completionsOf } from '#shared/mentions.ts'
import * as t from '#words/chat.ts'

/** The names that complete the mention before the cursor: arrow keys choose one, Enter or Tab takes it. */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
  names: readonly string[],
) {
  const listId = useId()
  const [cursor, setCursor] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const offered = cursor === null ? [] : completionsOf(text, cursor, names)
  const current = Math.min(active, offered.length - 1)
  const put = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (put.current !== null) field.current?.setSelectionRange(put.current, put.current)
    put.current = null
  })

  function take(name: string | undefined) {
    if (cursor === null || name === undefined) return
    const completed = complete(text, cursor, name)
    put.current = completed.cursor
    setText(completed.text)
    setCursor(null)
  }

  return {
    onInput: ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
      const place = selectionStart === selectionEnd ? selectionStart : null
      if (place !== cursor) setActive(0)
      setCursor(place)
    },
    /** @returns whether the key was for the list */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (offered.length === 0 || event.nativeEvent.isComposing) return false
      if (event.key === 'ArrowDown') setActive((current + 1) % offered.length)
      else if (event.key === 'ArrowUp') setActive((current + offered.length - 1) % offered.length)
      else if (event.key === 'Escape') setCursor(null)
      else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) take(offered[current])
      else return false
      event.preventDefault()
      return true
    },
    props: {
      'aria-controls': listId,
      'aria-activedescendant': offered.length > 0 ? `${listId}-${current}` : undefined,
    },
    list: (
      <div
        id={listId}
        role="listbox"
        aria-label={t.membersToMention}
        className="absolute bottom-full left-0 z-20 mb-1 w-64 max-w-full rounded-card border border-line bg-surface p-1 shadow-float empty:hidden"
      >
        {offered.map((name, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active choice
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field
          <div
            key={name}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            // A click must not take the focus from the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(name)}
            className={`flex min-h-11 cursor-pointer items-center rounded-control px-3 text-15 sm:min-h-9 ${index === current ? 'bg-accent-soft' : 'hover:bg-raised'}`}
          >
            <span className="truncate">{name}</span>
          </div>
        ))}
      </div>
    ),
  }
}
