// The list under the palette's field: the search itself, then the results by kind.
import { Clock, FileText, Hash, MessageSquare, Search, UserRound } from 'lucide-react'
import type { TagCount } from '#app/domain/tags/queries.ts'
import { count } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import { tagPath } from '#shared/slugs.ts'
import * as t from '#words/search-more.ts'
import { searchPath } from './address.ts'
import { Marked } from './marks.tsx'
import type { Answer, AnswerKind, Answers } from './queries.ts'

export type Choice = {
  key: string
  to: string
  group: string
  /** What to store as a recent search; the default is the typed text. */
  question?: string
  icon: AnswerKind | 'search' | 'recent'
  title: string
  aside: string | null
}

const GROUPS: Record<AnswerKind, string> = {
  thread: t.discussions2,
  reply: t.replies,
  article: t.articles,
  member: t.members,
  tag: t.tags,
}
const ICONS = {
  thread: MessageSquare,
  reply: MessageSquare,
  article: FileText,
  member: UserRound,
  tag: Hash,
  search: Search,
  recent: Clock,
}
/** Choices that are somebody's words; the others are a word of the page, or a name. */
const SAID = new Set<Choice['icon']>(['thread', 'reply', 'article', 'recent'])
const RECENT = t.recentSearches

const TOP_TAGS = t.mostUsedTags

/** The choices: recent searches and tags before typing, then the full search and the results. */
export function choicesOf(
  question: string,
  found: Answers | undefined,
  before: { recent: readonly string[]; tags: readonly TagCount[] },
): Choice[] {
  if (question === '') {
    const recent = before.recent.map((one) => ({
      key: `recent-${one}`,
      to: searchPath({ q: one }),
      group: RECENT,
      question: one,
      icon: 'recent' as const,
      title: one,
      aside: null,
    }))
    const tags = before.tags.map(({ tag, thread_count }) => ({
      key: `tag-${tag}`,
      to: tagPath(tag),
      group: TOP_TAGS,
      icon: 'tag' as const,
      title: tag,
      aside: count(thread_count, t.discussion, t.discussions),
    }))
    return [...recent, ...tags]
  }
  const whole: Choice = {
    key: 'search',
    to: searchPath({ q: question }),
    group: '',
    icon: 'search',
    title: t.searchEveryTextFor(question),
    aside: null,
  }
  return [whole, ...(found?.answers ?? []).map(choiceOf)]
}

function choiceOf({ key, kind, to, title, section, author, count: number }: Answer): Choice {
  const asides: Record<AnswerKind, string | null> = {
    thread: section,
    reply: section,
    article: section,
    member: author ? `@${author.name}` : null,
    tag: count(number ?? 0, t.discussion, t.discussions),
  }
  return { key, to, group: GROUPS[kind], icon: kind, title, aside: asides[kind] }
}

type ChoicesProps = {
  listId: string
  idOf: (index: number) => string
  choices: readonly Choice[]
  current: number
  onChoose: (choice: Choice) => void
  onForget: () => void
}

export function PaletteChoices({ listId, idOf, choices, current, onChoose, onForget }: ChoicesProps) {
  const groups = [...new Set(choices.map(({ group }) => group))]
  return (
    <>
      <div
        id={listId}
        role="listbox"
        aria-label={t.suggestions}
        className="max-h-[60dvh] overflow-y-auto p-1.5 empty:hidden"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox, not of a form's fields
          <div key={group} role="group" aria-label={group || t.search}>
            {group ? (
              <div aria-hidden className="px-2.5 pt-2 pb-1 text-13 font-medium text-muted">
                {group}
              </div>
            ) : null}
            {choices.map((choice, index) =>
              choice.group === group ? (
                <Option
                  key={choice.key}
                  id={idOf(index)}
                  choice={choice}
                  isCurrent={index === current}
                  onChoose={() => onChoose(choice)}
                />
              ) : null,
            )}
          </div>
        ))}
      </div>
      {groups.includes(RECENT) ? (
        <button
          type="button"
          className="mx-2 mb-1 min-h-11 rounded-control px-2 text-13 text-muted underline underline-offset-2 hover:text-text sm:min-h-8"
          onClick={onForget}
        >
          {t.forgetRecentSearches}
        </button>
      ) : null}
    </>
  )
}

type OptionProps = { id: string; choice: Choice; isCurrent: boolean; onChoose: () => void }

function Option({ id, choice, isCurrent, onChoose }: OptionProps) {
  const Icon = ICONS[choice.icon]
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: see the listbox
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      // A click must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={`flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 text-15 ${isCurrent ? 'bg-accent-soft' : 'hover:bg-raised'}`}
    >
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span
        {...(SAID.has(choice.icon) ? spoken(choice.title) : {})}
        className="line-clamp-2 min-w-0 flex-1 leading-5"
      >
        <Marked line={choice.title} />
      </span>
      {choice.aside ? <span className="shrink-0 text-13 text-muted">{choice.aside}</span> : null}
    </div>
  )
}
