// The search palette over any page: results while typing, arrows to choose, Enter to open, Escape to close. A combobox
// after https://www.w3.org/WAI/ARIA/apg/patterns/combobox/: the focus stays in the field.
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { useModal } from '#app/ui/overlays/modal.ts'
import { useDebouncedValue } from '#app/ui/use-debounced-value.ts'
import { QUESTION } from '#shared/limits.ts'
import * as t from '#words/search-more.ts'
import { type Choice, choicesOf, PaletteChoices } from './palette-choices.tsx'
import { failureText } from './queries.ts'
import { searchQueries } from './query-options.ts'
import { forgetSearches, keepSearch, recentSearches } from './recent.ts'

/** The debounce delay. */
const PAUSE_MS = 220

type PaletteProps = {
  /** Empties the header's field, and returns what was typed there before this was shown. */
  takeTyped: () => string
  onClose: () => void
}

export default withQueries(Palette)

function Palette({ takeTyped, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [recent, setRecent] = useState(() => recentSearches(localStore()))
  // The browser traps the focus, and restores it afterwards.
  const modal = useModal({ open: true, onDismiss: onClose })
  const listId = useId()
  const navigate = useNavigate()
  const question = typed.trim()
  const settled = useDebouncedValue(question, PAUSE_MS)
  const isLongEnough = [...settled].length >= QUESTION.min
  const { data, error, isFetching } = useQuery({ ...searchQueries.typing(settled), enabled: isLongEnough })
  const take = useEffectEvent(() => {
    const before = takeTyped()
    setTyped((since) => since + before)
  })
  // In the task in which the dialog opens and takes the focus: no key arrives in between.
  useLayoutEffect(() => take(), [])

  const { data: tags = [] } = useQuery(searchQueries.topTags)
  const choices = choicesOf(question, isLongEnough && question !== '' ? data : undefined, { recent, tags })
  const current = Math.min(active, choices.length - 1)
  const idOf = (index: number) => `${listId}-${index}`

  function choose(choice: Choice) {
    if (question) keepSearch(localStore(), choice.question ?? question)
    onClose()
    void navigate(choice.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) {
      event.preventDefault()
      const next = (current + step + choices.length) % choices.length
      setActive(next)
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const choice = choices[current]
      if (choice) choose(choice)
    }
  }

  return (
    <dialog
      {...modal}
      aria-label={t.search}
      className="mx-auto mt-2 w-[calc(100%-16px)] max-w-xl overflow-hidden rounded-card border border-line bg-surface p-0 text-text shadow-float sm:mt-[12dvh]"
    >
      <form
        action="/search"
        className="flex items-center gap-2 border-b border-line px-3"
        onSubmit={(event) => event.preventDefault()}
      >
        <Search size={18} aria-hidden className="shrink-0 text-muted" />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-label={t.search}
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={choices.length > 0 ? idOf(current) : undefined}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={QUESTION.max}
          placeholder={t.searchTheWholeSite}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 min-w-0 flex-1 bg-transparent text-16 outline-none"
        />
        <button
          type="button"
          className="min-h-11 rounded-control px-2 text-13 text-muted hover:bg-raised hover:text-text sm:min-h-8"
          onClick={onClose}
        >
          {t.close}
        </button>
      </form>
      <PaletteChoices
        listId={listId}
        idOf={idOf}
        choices={choices}
        current={current}
        onChoose={choose}
        onForget={() => {
          forgetSearches(localStore())
          setRecent([])
        }}
      />
      <p role="status" className="px-4 py-3 text-13 text-balance text-muted empty:hidden">
        {error && question ? failureText(error) : wordsFor(question, isFetching, data)}
      </p>
    </dialog>
  )
}

function wordsFor(
  question: string,
  isFetching: boolean,
  data: { answers: readonly unknown[] } | undefined,
): string {
  if (question === '') return t.typeToSearchWordsIn
  if ([...question].length < QUESTION.min) return t.oneMoreLetter2
  if (isFetching || !data) return t.searching
  // Not labelled as similar results: the word may be unfinished.
  return data.answers.length === 0 ? t.noTitleSaysThatEnter : ''
}
