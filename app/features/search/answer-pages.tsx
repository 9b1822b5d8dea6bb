// The results of a search: the best few of every kind, or one kind by pages, and the empty and error states.
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { MoreLink } from '#app/ui/panel.tsx'
import { QUESTION } from '#shared/limits.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import * as t from '#words/search-more.ts'
import { type Kind, type SearchAddress, searchPath } from './address.ts'
import { AnswerList } from './answer-list.tsx'
import type { AnswerKind, Answers } from './queries.ts'

const TABS: readonly { kind: Kind; label: string }[] = [
  { kind: 'all', label: t.all },
  { kind: 'threads', label: t.discussions2 },
  { kind: 'replies', label: t.replies },
  { kind: 'articles', label: t.articles },
  { kind: 'members', label: t.members },
  { kind: 'tags', label: t.tags },
]
const SECTIONS: readonly { kind: AnswerKind; all: Kind; title: string }[] = [
  { kind: 'thread', all: 'threads', title: t.discussions2 },
  { kind: 'reply', all: 'replies', title: t.replies },
  { kind: 'article', all: 'articles', title: t.articles },
  { kind: 'member', all: 'members', title: t.members },
  { kind: 'tag', all: 'tags', title: t.tags },
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
        {t.answers}
      </h2>
      <LinkTabs
        label={t.whatToLookFor}
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
            title={address.q ? t.oneMoreLetter : t.whatAreYouLookingFor}
            action={
              <ButtonLink to="/tags" variant="secondary">
                {t.allTags}
              </ButtonLink>
            }
          >
            {t.searchInEnglishHindiOr}
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
  const { answers, totals, matchesExactly, meant } = found
  // In the order of the results: a member whose name was typed comes first.
  const sections = [...new Set(answers.map(({ kind }) => kind))].flatMap((kind) =>
    SECTIONS.filter((section) => section.kind === kind),
  )
  return (
    <>
      {matchesExactly && meant === null ? null : (
        <p
          role="status"
          className="mb-3 rounded-control bg-accent-soft px-3 py-2 text-14 [overflow-wrap:anywhere]"
        >
          {matchesExactly ? null : t.noExactMatchForThese(address.q)}
          {meant === null
            ? null
            : t.didYouMean(
                <Link
                  to={searchPath({ ...address, q: meant, page: 1 })}
                  className="-my-2 inline-block py-2 text-accent underline"
                >
                  {meant}
                </Link>,
              )}
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
                    {total >= COUNTED ? t.moreThan(COUNTED) : total}
                  </span>
                </h3>
                {address.kind === 'all' && total > shown.length ? (
                  <MoreLink
                    to={searchPath({ ...address, kind: all, page: 1 })}
                    label={t.all2(title.toLowerCase())}
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
        label={t.pagesOfAnswers}
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
      title={t.nothingFoundFor(q)}
      action={
        isNarrow ? (
          <ButtonLink to={searchPath({ q })} variant="secondary">
            {t.searchEverywhere}
          </ButtonLink>
        ) : (
          <ButtonLink to="/new-discussion">{t.startADiscussion}</ButtonLink>
        )
      }
    >
      {isNarrow ? t.somewhereElseOrAtAnother : t.tryFewerOrOtherWords}
    </Empty>
  )
}
