// Tags, separated by commas (SPEC.md section 2): shown as chips while typing, with completion from existing tags. The
// text is the value; chips and completion only change it.
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { TextField } from '#app/ui/forms/field.tsx'
import { useDebouncedValue } from '#app/ui/use-debounced-value.ts'
import { count } from '#shared/format.ts'
import { TAGS } from '#shared/limits.ts'
import { tagKey } from '#shared/slugs.ts'
import { splitTags, withCompletion, withoutTag } from '#shared/tags.ts'
import * as t from '#words/discussion-more.ts'
import { discussionQueries, type SuggestTags } from './query-options.ts'

const PAUSE_MS = 150

type TagFieldProps = {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  /** The most used tags that begin with `typed`. */
  suggest: SuggestTags
}

export function TagField({ value, error, onChange, suggest }: TagFieldProps) {
  const [isOpen, setOpen] = useState(false)
  /** The text after the last comma becomes a tag when the field loses the focus. */
  const [isTyping, setTyping] = useState(false)
  /** No suggestion is active until an arrow key chooses one: Enter submits the form. */
  const [active, setActive] = useState(-1)
  const listId = useId()
  const typed = (value.split(',').at(-1) ?? '').trim()
  const finished = splitTags(value.split(',').slice(0, -1).join(','))
  const tags = splitTags(value)
  const settled = useDebouncedValue(typed, PAUSE_MS)
  const { data } = useQuery({
    ...discussionQueries.tagsBeginning(settled, suggest),
    enabled: isOpen && settled !== '',
  })
  const has = new Set(finished.map(tagKey))
  const offered =
    isOpen && typed !== '' && settled === typed
      ? (data ?? []).filter(({ tag }) => tag !== tagKey(typed) && !has.has(tag))
      : []
  const current = Math.min(active, offered.length - 1)

  function complete(tag: string) {
    onChange(withCompletion(value, tag))
    setActive(-1)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || offered.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((Math.max(current, step < 0 ? 0 : -1) + step + offered.length) % offered.length)
    } else if (event.key === 'Enter' && current >= 0) {
      event.preventDefault()
      complete(offered[current]?.tag ?? '')
    } else if (event.key === 'Escape') {
      event.preventDefault()
      setOpen(false)
    }
  }

  return (
    <div className="relative">
      <TextField
        label={t.tagsOptional}
        frameless
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={current >= 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        placeholder={t.ipoAsbaAllotment}
        value={value}
        error={error}
        hint={t.separatedByCommasAtMost2(TAGS.max, TAGS.length)}
        onChange={(event) => {
          setOpen(true)
          setTyping(true)
          setActive(-1)
          onChange(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false)
          setTyping(false)
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t.tagsInUse}
        // Above the field: below it are the chips, the submit button, and on phones the keyboard.
        className="absolute inset-x-0 bottom-full z-10 mb-1 max-w-sm rounded-card border border-line bg-surface p-1 shadow-float empty:hidden max-sm:max-w-none"
      >
        {offered.map(({ tag, thread_count }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active choice
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field
          <div
            key={tag}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            // A click must not take the focus from the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => complete(tag)}
            className={`flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-control px-3 text-15 sm:min-h-9 ${index === current ? 'bg-accent-soft' : 'hover:bg-raised'}`}
          >
            <span className="min-w-0 truncate">{tag}</span>
            <span className="shrink-0 text-13 text-muted">
              {count(thread_count, t.discussion, t.discussions)}
            </span>
          </div>
        ))}
      </div>
      {tags.length > 0 ? (
        <ul aria-label={t.chosenTags} className="mt-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              // Its space is reserved, so that the submit button does not move away from a click that leaves the field.
              className={`${isTyping && !finished.includes(tag) ? 'invisible' : ''} inline-flex max-w-full items-center rounded-full bg-accent-soft pl-3 text-14 text-accent`}
            >
              <span className="min-w-0 truncate">{tag}</span>
              <button
                type="button"
                className="inline-flex size-11 items-center justify-center rounded-full hover:text-text sm:size-8"
                onClick={() => onChange(withoutTag(value, tag))}
              >
                <X size={14} aria-hidden />
                <span className="sr-only">{t.removeTheTag(tag)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
