// The discussions with a tag, by pages.
import { data, redirect, useRevalidator } from 'react-router'
import { DAY_MS, resources } from '#app/context.ts'
import { findTag, type TagCount } from '#app/domain/tags/queries.ts'
import { readPage } from '#app/domain/threads/list-address.ts'
import { shownMembers, type ThreadPage, taggedThreads } from '#app/domain/threads/queries.ts'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { WatchSlot } from '#app/domain/watches/watch-slot.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { FeedLinks } from '#app/ui/feed-links.tsx'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { count } from '#shared/format.ts'
import { tagKey, tagPath } from '#shared/slugs.ts'
import type { Route } from './+types/tag'

type Loaded = {
  /** In lower case; `thread_count` is 0 if no discussion has it. */
  tag: TagCount
  page: number
  /** Null after an error. */
  list: ThreadPage | null
  error: string | null
}

async function load(reader: DbClient, name: string, url: URL): Promise<Loaded> {
  const page = readPage(url.searchParams.get('page'))
  const key = tagKey(name)
  // Tags have one spelling, in lower case.
  if (key !== name) throw redirect(pagePath(key, page), 301)
  redirectToCanonical(url, pagePath(key, page))
  try {
    const tag = await findTag(reader, key)
    if (!tag) return { tag: { tag: key, thread_count: 0 }, page: 1, list: null, error: null }
    const list = await taggedThreads(reader, tag, page)
    if (page > list.pages) throw redirect(pagePath(key, list.pages))
    return { tag, page, list, error: null }
  } catch (error) {
    if (error instanceof Response) throw error
    const message = error instanceof Error ? error.message : String(error)
    return { tag: { tag: key, thread_count: 0 }, page, list: null, error: message }
  }
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { reader, tags, lasts, declareSearch } = context.get(resources)
  const loaded = await load(reader, params.tag, url)
  declareSearch(url.search)
  if (loaded.list) {
    lasts(DAY_MS)
    tags.add('threads')
    for (const id of shownMembers(loaded.list.threads)) tags.add(`profile:${id}`)
  }
  return data(loaded, { status: loaded.error !== null ? 503 : loaded.list ? 200 : 404 })
}

export async function clientLoader({ params, url, serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  const member = await memberClient()
  return member ? load(member, params.tag, url) : serverLoader()
}

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  const { tag, page = 1, list } = loaderData ?? {}
  const name = tag?.tag ?? params.tag
  return [
    ...pageMeta(matches, {
      title: page > 1 ? `#${name}, page ${page}` : `#${name}`,
      description: `Discussions tagged ${name}: questions and answers of Indian investors.`,
      path: pagePath(name, page),
      prev: page > 1 ? pagePath(name, page - 1) : null,
      next: list && page < list.pages ? pagePath(name, page + 1) : null,
      crumbs: crumbsOf(name),
    }),
    ...(list ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

export default function TagScreen({ loaderData }: Route.ComponentProps) {
  const { tag, page, list, error } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <div className="page">
      <Breadcrumb crumbs={crumbsOf(tag.tag)} />
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-28 break-words">#{tag.tag}</h1>
          <p className="mt-1 text-15 text-muted">
            {count(tag.thread_count, 'discussion', 'discussions')}
            {list ? (
              <>
                {' · '}
                <FeedLinks path={tagPath(tag.tag)} />
              </>
            ) : null}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/new-discussion">New Discussion</ButtonLink>
          {error === null ? <WatchSlot subject={{ tag: tag.tag }} name={`#${tag.tag}`} /> : null}
        </div>
      </div>
      {error !== null ? (
        <Failed message={`Error loading discussions: ${error}`} onRetry={() => void revalidate()} />
      ) : list ? (
        <section aria-labelledby="discussions">
          <h2 id="discussions" className="sr-only">
            Discussions
          </h2>
          <ThreadList threads={list.threads} within="category" of={{ tag: tag.tag }} />
          <Pagination
            page={page}
            pages={list.pages}
            href={(to) => pagePath(tag.tag, to)}
            label="Pages of discussions"
          />
        </section>
      ) : (
        <Empty title="No discussions yet" action={<ButtonLink to="/tags">All tags</ButtonLink>}>
          No discussion has this tag. Yours could be the first.
        </Empty>
      )}
    </div>
  )
}

function pagePath(tag: string, page: number): string {
  return page > 1 ? `${tagPath(tag)}?page=${page}` : tagPath(tag)
}

function crumbsOf(tag: string) {
  return [{ label: 'Home', to: '/' }, { label: 'Tags', to: '/tags' }, { label: `#${tag}` }]
}
