// The search page. It works for guests without JavaScript, and is neither cached nor indexed.
import { data, useRevalidator } from 'react-router'
import { resources } from '#app/context.ts'
import { listCategories } from '#app/domain/categories/queries.ts'
import { readSearchAddress, type SearchAddress, searchPath } from '#app/features/search/address.ts'
import { AnswerPages } from '#app/features/search/answer-pages.tsx'
import { type Answers, failureText, search } from '#app/features/search/queries.ts'
import { SearchForm } from '#app/features/search/search-form.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { tooManySearches } from '#app/platform/too-many-searches.ts'
import type { Route } from './+types/search'

type Loaded = {
  address: SearchAddress
  categories: { name: string; slug: string }[]
  /** Null after an error. */
  found: Answers | null
  error: string | null
}

async function load(reader: DbClient, url: string): Promise<Loaded> {
  const address = readSearchAddress(new URL(url).searchParams)
  const [categories, [found, error]] = await Promise.all([
    listCategories(reader).catch(() => []),
    search(reader, address, Date.now()).then(
      (answers) => [answers, null] as const,
      (failure: unknown) => {
        console.warn('search failed', failure)
        return [null, failureText(failure)] as const
      },
    ),
  ])
  return { address, categories: categories.map(({ name, slug }) => ({ name, slug })), found, error }
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, refusedForMs } = context.get(resources)
  if (refusedForMs > 0) {
    const seconds = Math.ceil(refusedForMs / 1_000)
    const address = readSearchAddress(url.searchParams)
    return data<Loaded>(
      { address, categories: [], found: null, error: tooManySearches(seconds) },
      { status: 429, headers: { 'Retry-After': String(seconds) } },
    )
  }
  const loaded = await load(reader, url.href)
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
  return [
    ...pageMeta(matches, {
      title: q ? `“${q}”: search` : 'Search',
      description: 'Search discussions, replies, articles, members and tags, in English and Hindi.',
      path: searchPath({ q }),
    }),
    // Search results are not indexed: the addresses are endless, and their content is elsewhere.
    { name: 'robots', content: 'noindex' },
  ]
}

export default function SearchScreen({ loaderData }: Route.ComponentProps) {
  const { address, categories, found, error } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <div className="page max-w-4xl pt-8">
      <h1 className="mb-4 text-28">Search</h1>
      <SearchForm address={address} categories={categories} />
      <AnswerPages address={address} found={found} error={error} onRetry={() => void revalidate()} />
    </div>
  )
}
