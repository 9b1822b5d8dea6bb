// The discussions with a tag, by pages.

import { data, redirect, useRevalidator } from 'react-router'
import { DAY_MS, resources } from '#app/context.ts'
import { findTag, type TagCount } from '#app/domain/tags/queries.ts'
import { readPage } from '#app/domain/threads/list-address.ts'
import { shownMembers, type ThreadPage, taggedThreads } from '#app/domain/threads/queries.ts'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { TrackingSlot } from '#app/domain/tracking/tracking-slot.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { messageOf } from '#app/platform/supabase/api-error.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { FeedLinks } from '#app/ui/feed-links.tsx'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { count } from '#shared/format.ts'
import { TAG_LISTED_FROM, tagKey, tagPath } from '#shared/slugs.ts'
import * as t from '#words/tags-pages.ts'
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
    return { tag: { tag: key, thread_count: 0 }, page, list: null, error: messageOf(error) }
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
  const discussions = tag?.thread_count ?? 0
  const total = count(discussions, t.discussion, t.discussions)
  return pageMeta(matches, {
    title: `#${name}: ${total}`,
    page,
    description: t.taggedQuestionsAndAnswersOf(total, name),
    path: pagePath(name, page),
    prev: page > 1 ? pagePath(name, page - 1) : null,
    next: list && page < list.pages ? pagePath(name, page + 1) : null,
    crumbs: crumbsOf(name),
    isIndexed: discussions >= TAG_LISTED_FROM,
  })
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
            {count(tag.thread_count, t.discussion, t.discussions)}
            {list ? (
              <>
                {' · '}
                <FeedLinks path={tagPath(tag.tag)} />
              </>
            ) : null}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>
          {error === null ? (
            <TrackingSlot subject={{ tag: tag.tag }} name={`#${tag.tag}`} className="h-11 w-32" />
          ) : null}
        </div>
      </div>
      {error !== null ? (
        <Failed message={t.errorLoadingDiscussions(error)} onRetry={() => void revalidate()} />
      ) : list ? (
        <section aria-labelledby="discussions">
          <h2 id="discussions" className="sr-only">
            {t.discussions2}
          </h2>
          <ThreadList threads={list.threads} within="category" of={{ tag: tag.tag }} />
          <Pagination
            page={page}
            pages={list.pages}
            href={(to) => pagePath(tag.tag, to)}
            label={t.pagesOfDiscussions}
          />
        </section>
      ) : (
        <Empty title={t.noDiscussionsYet} action={<ButtonLink to="/tags">{t.allTags}</ButtonLink>}>
          {t.noDiscussionHasThisTag}
        </Empty>
      )}
    </div>
  )
}

function pagePath(tag: string, page: number): string {
  return page > 1 ? `${tagPath(tag)}?page=${page}` : tagPath(tag)
}

function crumbsOf(tag: string) {
  return [{ label: t.home, to: '/' }, { label: t.tags, to: '/tags' }, { label: `#${tag}` }]
}
