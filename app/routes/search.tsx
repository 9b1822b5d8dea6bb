// The search page, of the community or of one discussion. It works for guests without JavaScript, and is neither cached nor indexed.
import { data, useRevalidator } from 'react-router'
import { resources } from '#app/context.ts'
import { listCategories } from '#app/domain/categories/queries.ts'
import { readSearchAddress, type SearchAddress, searchPath } from '#app/features/search/address.ts'
import { AnswerPages } from '#app/features/search/answer-pages.tsx'
import { FoundReplies } from '#app/features/search/found-replies.tsx'
import { type Answers, failureText, search } from '#app/features/search/queries.ts'
import { SearchForm } from '#app/features/search/search-form.tsx'
import {
  type FoundReply,
  type SearchedThread,
  searchedThread,
  searchThread,
} from '#app/features/search/search-thread.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { Link } from '#app/ui/link.tsx'
import { spoken } from '#shared/language-of.ts'
import { threadPath } from '#shared/slugs.ts'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/search'

type Loaded = {
  address: SearchAddress
  categories: { name: string; slug: string }[]
  /** Null after an error. */
  found: Answers | null
  /** Of a search in a discussion, with the replies instead of `found`. */
  within: { thread: SearchedThread; found: FoundReply[] | null } | null
  error: string | null
}

/** @throws a response: the discussion that is searched was not found */
async function load(reader: DbClient, url: string): Promise<Loaded> {
  const address = readSearchAddress(new URL(url).searchParams)
  if (address.thread) return loadWithin(reader, address)
  const [categories, [found, error]] = await Promise.all([
    listCategories(reader).catch(() => []),
    orFailure(search(reader, address, Date.now())),
  ])
  return {
    address,
    categories: categories.map(({ name, slug }) => ({ name, slug })),
    found,
    within: null,
    error,
  }
}

async function loadWithin(reader: DbClient, address: SearchAddress): Promise<Loaded> {
  const thread = await searchedThread(reader, address)
  if (!thread) throw data(null, { status: 404 })
  const [found, error] = await orFailure(searchThread(reader, thread.id, address))
  return { address, categories: [], found: null, within: { thread, found }, error }
}

function orFailure<Result>(searching: Promise<Result>): Promise<readonly [Result | null, string | null]> {
  return searching.then(
    (found) => [found, null] as const,
    (failure: unknown) => {
      console.warn('search failed', failure)
      return [null, failureText(failure)] as const
    },
  )
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await load(context.get(resources).reader, url.href)
  return data(loaded, { status: loaded.error === null ? 200 : 503 })
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  const member = await memberClient()
  return member ? load(member, url.href) : serverLoader()
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const q = loaderData?.address.q ?? ''
  return pageMeta(matches, {
    title: q ? t.search(q) : t.search2,
    description: t.searchDiscussionsRepliesArticles,
    path: searchPath({ q }),
    // Search results are not indexed: the addresses are endless, and their content is elsewhere.
    isIndexed: false,
  })
}

export default function SearchScreen({ loaderData }: Route.ComponentProps) {
  const { address, categories, found, within, error } = loaderData
  const { revalidate } = useRevalidator()
  const retry = () => void revalidate()
  return (
    <div className="page max-w-4xl pt-8">
      <h1 className="mb-4 text-28">{t.search2}</h1>
      {within ? (
        <p className="-mt-2 mb-3 text-15 text-muted [overflow-wrap:anywhere]">
          {t.inTheDiscussion}{' '}
          <Link
            to={threadPath(within.thread)}
            {...spoken(within.thread.title)}
            className="text-accent underline"
          >
            {within.thread.title}
          </Link>
        </p>
      ) : null}
      <SearchForm address={address} categories={categories} />
      {within ? (
        <section aria-label={t.replies} className="mt-4">
          <FoundReplies
            thread={within.thread}
            address={address}
            found={within.found}
            error={error}
            onRetry={retry}
          />
        </section>
      ) : (
        <AnswerPages address={address} found={found} error={error} onRetry={retry} />
      )}
    </div>
  )
}
