// A category's discussions: filters, rows, pages, and the empty, loading and error states.
import { Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { useSession } from '#app/platform/session/session.ts'
import { SignInLink } from '#app/platform/session/session-links.tsx'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink, buttonClass } from '#app/ui/forms/button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import * as t from '#words/threads-more.ts'
import { type Filter, isPersonal, type ListAddress, listPath, type PersonalFilter } from './list-address.ts'
import { countOf, useNewsCounts } from './news-counts.ts'
import type { Shown } from './own-pages.tsx'
import type { ThreadPage } from './queries.ts'
import { ThreadList } from './thread-list.tsx'

const OwnPages = lazyWithRetry(() => import('./own-pages.tsx'))
const OwnThreads = lazyWithRetry(() => import('./own-threads.tsx'))
const DeleteThreadButton = lazyWithRetry(() => import('./delete-thread-button.tsx'))

const CHIPS: readonly { filter: Filter; label: string }[] = [
  { filter: 'latest', label: t.latest },
  { filter: 'new', label: t.newLabel },
  { filter: 'unread', label: t.unread },
  { filter: 'top', label: t.top },
  { filter: 'unsolved', label: t.unsolved },
  { filter: 'mine', label: t.mine },
]

type PagesProps = {
  category: { id: string; slug: string; thread_count: number } | null
  slug: string
  address: ListAddress
  /** Null for a personal list, which the browser fetches, and after an error. */
  list: ThreadPage | null
  error: string | null
}

export function ThreadPages({ category, slug, address, list, error }: PagesProps) {
  const { filter, page } = address
  const session = useSession()
  const { revalidate } = useRevalidator()
  const counts = useNewsCounts(category?.id ?? null)
  const show = (shown: Shown) => <PageOf slug={slug} address={address} {...shown} />
  return (
    <section aria-labelledby="discussions">
      <h2 id="discussions" className="sr-only">
        {t.discussions}
      </h2>
      <div className="mb-3">
        <LinkTabs
          label={t.whichDiscussions}
          tabs={CHIPS.map(({ filter, label }) => ({
            to: listPath(slug, { filter, page: 1 }),
            label,
            isCurrent: filter === address.filter,
            count: countOf(counts, filter),
            ...(isPersonal(filter) ? { className: 'member-only' } : {}),
          }))}
        />
      </div>
      {isPersonal(filter) && !error && session.status === 'member' ? (
        <Suspense fallback={<NotYetPersonal filter={filter} />}>
          {filter === 'mine' ? (
            <OwnPages category={category} page={page}>
              {show}
            </OwnPages>
          ) : (
            <OwnThreads
              key={`${session.userId} ${filter}`}
              userId={session.userId}
              news={filter}
              category={category}
              page={page}
              href={(to) => listPath(slug, { filter, page: to })}
              loading={<NotYetPersonal filter={filter} />}
            />
          )}
        </Suspense>
      ) : (
        show({ list, error, retry: () => void revalidate() })
      )}
    </section>
  )
}

function PageOf({ slug, address, list, error, retry }: Shown & { slug: string; address: ListAddress }) {
  if (error !== null) return <Failed message={t.errorLoadingDiscussions(error)} onRetry={retry} />
  return list ? (
    <Rows slug={slug} address={address} list={list} />
  ) : (
    <NotYetPersonal filter={address.filter} />
  )
}

function Rows({ slug, address, list }: { slug: string; address: ListAddress; list: ThreadPage }) {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const isAdmin = session.status === 'member' && session.isAdmin
  if (list.threads.length === 0) {
    const { filter } = address
    return <NoThreads slug={slug} filter={filter === 'new' || filter === 'unread' ? 'mine' : filter} />
  }
  return (
    <>
      <ThreadList
        threads={list.threads}
        within="category"
        {...(list.threads[0] ? { of: { category_id: list.threads[0].category.id } } : {})}
        control={(thread) =>
          isAdmin ? (
            <Suspense>
              <DeleteThreadButton thread={thread} onDeleted={revalidate} />
            </Suspense>
          ) : null
        }
      />
      <Pagination
        page={address.page}
        pages={list.pages}
        href={(page) => listPath(slug, { ...address, page })}
        label={t.pagesOfDiscussions}
      />
    </>
  )
}

const NOTHING: Record<Exclude<Filter, 'new' | 'unread'>, { title: string; text: string }> = {
  latest: { title: t.noDiscussionsYet, text: t.beTheFirstToAsk },
  top: { title: t.noDiscussionsYet, text: t.beTheFirstToAsk },
  unsolved: { title: t.noUnsolvedDiscussions, text: t.everyDiscussionHereHasAn },
  mine: {
    title: t.noDiscussionsYet,
    text: t.theDiscussionsThatYouStart,
  },
}

function NoThreads({ slug, filter }: { slug: string; filter: keyof typeof NOTHING }) {
  const { title, text } = NOTHING[filter]
  return (
    <Empty
      title={title}
      action={<ButtonLink to={`/new-discussion?category=${slug}`}>{t.newDiscussion}</ButtonLink>}
    >
      {text}
    </Empty>
  )
}

const SIGN_IN: Record<PersonalFilter, { title: string; text: string }> = {
  new: {
    title: t.signInToSeeWhat,
    text: t.thisListHoldsTheDiscussions,
  },
  unread: {
    title: t.signInToSeeWhat2,
    text: t.thisListHoldsTheDiscussions2,
  },
  mine: {
    title: t.signInToSeeYour,
    text: t.thisListHoldsWhatYou,
  },
}

/** A personal list while the session is unknown: CSS decides which of the two shows (app/root.tsx). */
function NotYetPersonal({ filter }: { filter: Filter }) {
  const { title, text } = SIGN_IN[isPersonal(filter) ? filter : 'mine']
  return (
    <>
      <div className="guest-only">
        <Empty title={title} action={<SignInLink className={buttonClass()} />}>
          {text}
        </Empty>
      </div>
      <div className="member-only">
        <Skeleton label={t.loadingYourDiscussions} rows={5} />
      </div>
    </>
  )
}
