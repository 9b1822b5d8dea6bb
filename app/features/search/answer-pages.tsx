// The results of a search: the best few of every kind, or one kind by pages, and the empty and error states.
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { MoreLink } from '#app/ui/panel.tsx'
import { QUESTION } from '#shared/limits.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { type Kind, type SearchAddress, searchPath } from './address.ts'
import { AnswerList } from './answer-list.tsx'
import type { AnswerKind, Answers } from './queries.ts'

const TABS: readonly { kind: Kind; label: string }[] = [
  { kind: 'all', label: 'All' },
  { kind: 'threads', label: 'Discussions' },
  { kind: 'replies', label: 'Replies' },
  { kind: 'articles', label: 'Articles' },
  { kind: 'members', label: 'Members' },
  { kind: 'tags', label: 'Tags' },
]
const SECTIONS: readonly { kind: AnswerKind; all: Kind; title: string }[] = [
  { kind: 'thread', all: 'threads', title: 'Discussions' },
  { kind: 'reply', all: 'replies', title: 'Replies' },
  { kind: 'article', all: 'articles', title: 'Articles' },
  { kind: 'member', all: 'members', title: 'Members' },
  { kind: 'tag', all: 'tags', title: 'Tags' },
]
/** The database counts up to this number. */
const COUNTED = 200

type PagesProps = {
  address: SearchAddress
  /** Null after an error. */
  found: Answers | null
  error: string | null
  onRetry: () => void
}

export function AnswerPages({ address, found, error, onRetry }: PagesProps) {
  const isAsked = [...address.q].length >= QUESTION.min
  return (
    <section aria-labelledby="answers" className="mt-4">
      <h2 id="answers" className="sr-only">
        Answers
      </h2>
      <LinkTabs
        label="What to look for"
        tabs={TABS.map(({ kind, label }) => ({
          to: searchPath({ ...address, kind, page: 1 }),
          label,
          isCurrent: kind === address.kind,
        }))}
      />
      <div className="mt-3">
        {error !== null ? (
          <Failed message={error} onRetry={onRetry} />
        ) : !isAsked || !found ? (
          <Empty
            title={address.q ? 'One more letter' : 'What are you looking for?'}
            action={
              <ButtonLink to="/tags" variant="secondary">
                All tags
              </ButtonLink>
            }
          >
            Search in English or Hindi: discussions, replies, articles, members and tags. Small typing
            mistakes do not matter; “a phrase” is matched exactly, and -word excludes a word.
          </Empty>
        ) : found.answers.length === 0 ? (
          <Nothing address={address} />
        ) : (
          <Found address={address} found={found} />
        )}
      </div>
    </section>
  )
}

function Found({ address, found }: { address: SearchAddress; found: Answers }) {
  const { answers, totals, matchesExactly } = found
  // In the order of the results: a member whose name was typed comes first.
  const sections = [...new Set(answers.map(({ kind }) => kind))].flatMap((kind) =>
    SECTIONS.filter((section) => section.kind === kind),
  )
  return (
    <>
      {matchesExactly ? null : (
        <p role="status" className="mb-3 rounded-control bg-raised px-3 py-2 text-14 text-muted">
          Nothing has all the words of “{address.q}”. These are close.
        </p>
      )}
      <div className="space-y-8">
        {sections.map(({ kind, all, title }) => {
          const total = totals[kind] ?? 0
          const shown = answers.filter((answer) => answer.kind === kind)
          return (
            <div key={kind}>
              <div className="mb-2 flex items-baseline justify-between gap-4">
                <h3 className="text-18">
                  {title}
                  <span className="ml-2 font-sans text-14 font-normal text-muted tabular-nums">
                    {total >= COUNTED ? `more than ${COUNTED}` : total}
                  </span>
                </h3>
                {address.kind === 'all' && total > shown.length ? (
                  <MoreLink
                    to={searchPath({ ...address, kind: all, page: 1 })}
                    label={`All ${title.toLowerCase()}`}
                    className="-my-2.5 sm:-my-1"
                  />
                ) : null}
              </div>
              <AnswerList answers={shown} label={title} />
            </div>
          )
        })}
      </div>
      <Pagination
        page={address.page}
        pages={address.kind === 'all' ? 1 : pagesOf(totals)}
        href={(page) => searchPath({ ...address, page })}
        label="Pages of answers"
      />
    </>
  )
}

function pagesOf(totals: Answers['totals']): number {
  return Math.ceil(Math.max(0, ...Object.values(totals)) / PAGE_SIZE)
}

function Nothing({ address }: { address: SearchAddress }) {
  const { q, kind, category, author, time, page } = address
  const isNarrow = kind !== 'all' || category !== '' || author !== '' || time !== 'any' || page > 1
  return (
    <Empty
      title={`Nothing found for “${q}”`}
      action={
        isNarrow ? (
          <ButtonLink to={searchPath({ q })} variant="secondary">
            Search everywhere
          </ButtonLink>
        ) : (
          <ButtonLink to="/new-discussion">Start a discussion</ButtonLink>
        )
      }
    >
      {isNarrow
        ? 'Somewhere else, or at another time, there may be something.'
        : 'Try fewer or other words. Or ask: somebody here may know.'}
    </Empty>
  )
}
