// The discussions of all categories by latest activity, by pages.
import { data, redirect, useRevalidator } from 'react-router'
import { resources } from '#app/context.ts'
import { LatestTabs } from '#app/domain/threads/latest-tabs.tsx'
import { readPage } from '#app/domain/threads/list-address.ts'
import { latestPage, shownMembers, type ThreadPage } from '#app/domain/threads/queries.ts'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/latest'

type Loaded = { page: number; list: ThreadPage; error: null } | { page: number; list: null; error: string }

async function load(reader: DbClient, url: URL): Promise<Loaded> {
  const page = readPage(url.searchParams.get('page'))
  redirectToCanonical(url, pagePath(page))
  try {
    const list = await latestPage(reader, page)
    if (page > list.pages) throw redirect(pagePath(list.pages))
    return { page, list, error: null }
  } catch (error) {
    if (error instanceof Response) throw error
    return { page, list: null, error: error instanceof Error ? error.message : String(error) }
  }
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, tags, declareSearch } = context.get(resources)
  const loaded = await load(reader, url)
  declareSearch(url.search)
  if (loaded.list) {
    tags.add('threads')
    for (const id of shownMembers(loaded.list.threads)) tags.add(`profile:${id}`)
  }
  return data(loaded, { status: loaded.error === null ? 200 : 503 })
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  const member = await memberClient()
  return member ? load(member, url) : serverLoader()
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { page = 1, list } = loaderData ?? {}
  return pageMeta(matches, {
    title: t.latestDiscussions,
    page,
    description: t.whatIsBeingDiscussedNow,
    path: pagePath(page),
    prev: page > 1 ? pagePath(page - 1) : null,
    next: list && page < list.pages ? pagePath(page + 1) : null,
    crumbs: CRUMBS,
  })
}

export default function Latest({ loaderData }: Route.ComponentProps) {
  const { page, list, error } = loaderData
  const { revalidate } = useRevalidator()
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-28">{t.latestDiscussions}</h1>
          <p className="mt-1 text-15 text-muted">{t.fromAllForumsThoseWith}</p>
        </div>
        <ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>
      </div>
      <div className="mb-3">
        <LatestTabs current="latest" />
      </div>
      {error !== null ? (
        <Failed message={t.errorLoadingDiscussions(error)} onRetry={() => void revalidate()} />
      ) : list.threads.length > 0 ? (
        <section aria-labelledby="discussions">
          <h2 id="discussions" className="sr-only">
            {t.discussions}
          </h2>
          <ThreadList threads={list.threads} within="site" />
          <Pagination page={page} pages={list.pages} href={pagePath} label={t.pagesOfDiscussions} />
        </section>
      ) : (
        <Empty
          title={t.noDiscussionsYet}
          action={<ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>}
        >
          {t.beTheFirstToAsk}
        </Empty>
      )}
    </div>
  )
}

const CRUMBS = [{ label: t.home, to: '/' }, { label: t.forums, to: '/forums' }, { label: t.latest }]

function pagePath(page: number): string {
  return page > 1 ? `/latest?page=${page}` : '/latest'
}
