// A category's discussions: filters, rows, pages, and the empty, loading and error states.
import { Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { signInPath } from '#app/platform/paths.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { type Filter, isPersonal, type ListAddress, listPath } from './list-address.ts'
import type { Shown } from './own-pages.tsx'
import type { ThreadPage } from './queries.ts'
import { ThreadList } from './thread-list.tsx'

const OwnPages = lazyWithRetry(() => import('./own-pages.tsx'))
const DeleteThreadButton = lazyWithRetry(() => import('./delete-thread.tsx'))

const CHIPS: readonly { filter: Filter; label: string }[] = [
  { filter: 'latest', label: 'Latest' },
  { filter: 'top', label: 'Top' },
  { filter: 'unsolved', label: 'Unsolved' },
  { filter: 'unread', label: 'Unread' },
  { filter: 'mine', label: 'Mine' },
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
  const show = (shown: Shown) => <PageOf slug={slug} address={address} {...shown} />
  return (
    <section aria-labelledby="discussions">
      <h2 id="discussions" className="sr-only">
        Discussions
      </h2>
      <div className="mb-3">
        <LinkTabs
          label="Which discussions"
          tabs={CHIPS.map(({ filter, label }) => ({
            to: listPath(slug, { filter, page: 1 }),
            label,
            isCurrent: filter === address.filter,
            ...(isPersonal(filter) ? { className: 'member-only' } : {}),
          }))}
        />
      </div>
      {isPersonal(filter) && !error && session.status === 'member' ? (
        <Suspense fallback={<NotYetPersonal slug={slug} filter={filter} />}>
          <OwnPages category={category} filter={filter} page={page}>
            {show}
          </OwnPages>
        </Suspense>
      ) : (
        show({ list, error, retry: () => void revalidate() })
      )}
    </section>
  )
}

function PageOf({ slug, address, list, error, retry }: Shown & { slug: string; address: ListAddress }) {
  if (error !== null) return <Failed message={`Error loading discussions: ${error}`} onRetry={retry} />
  return list ? (
    <Rows slug={slug} address={address} list={list} />
  ) : (
    <NotYetPersonal slug={slug} filter={address.filter} />
  )
}

function Rows({ slug, address, list }: { slug: string; address: ListAddress; list: ThreadPage }) {
  const session = useSession()
  const { revalidate } = useRevalidator()
  const isAdmin = session.status === 'member' && session.isAdmin
  if (list.threads.length === 0) return <NoThreads slug={slug} filter={address.filter} />
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
        label="Pages of discussions"
      />
    </>
  )
}

const NOTHING: Record<Filter, { title: string; text: string }> = {
  latest: { title: 'No discussions yet', text: 'Be the first to ask or to share what you know.' },
  top: { title: 'No discussions yet', text: 'Be the first to ask or to share what you know.' },
  unsolved: { title: 'No unsolved discussions', text: 'Every discussion here has an accepted answer.' },
  unread: {
    title: 'Nothing unread',
    text: 'New replies in the discussions that you have opened in this category are listed here.',
  },
  mine: {
    title: 'No discussions yet',
    text: 'The discussions that you start in this category are listed here.',
  },
}

function NoThreads({ slug, filter }: { slug: string; filter: Filter }) {
  const { title, text } = NOTHING[filter]
  return (
    <Empty
      title={title}
      action={<ButtonLink to={`/new-discussion?category=${slug}`}>New Discussion</ButtonLink>}
    >
      {text}
    </Empty>
  )
}

/** A personal list while the session is unknown: CSS decides which of the two shows (app/root.tsx). */
function NotYetPersonal({ slug, filter }: { slug: string; filter: Filter }) {
  const here = listPath(slug, { filter, page: 1 })
  return (
    <>
      <div className="guest-only">
        <Empty
          title={filter === 'unread' ? 'Sign in to see what is unread' : 'Sign in to see your discussions'}
          action={<ButtonLink to={signInPath(here)}>Sign In</ButtonLink>}
        >
          {filter === 'unread'
            ? 'This list holds the discussions that you opened here and that have new replies.'
            : 'This list holds what you started in this category.'}
        </Empty>
      </div>
      <div className="member-only">
        <Skeleton label="Loading your discussions..." rows={5} />
      </div>
    </>
  )
}
