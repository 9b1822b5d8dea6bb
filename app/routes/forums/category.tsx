// The discussions of one category (SPEC.md section 2, Category).

import { data, redirect } from 'react-router'
import { DAY_MS, resources } from '#app/context.ts'
import { CategoryHeader } from '#app/domain/categories/category-header.tsx'
import { type Category, findCategory } from '#app/domain/categories/queries.ts'
import { isPersonal, type ListAddress, listPath, readListAddress } from '#app/domain/threads/list-address.ts'
import { listThreads, shownMembers, type ThreadPage } from '#app/domain/threads/queries.ts'
import { ThreadPages } from '#app/domain/threads/thread-pages.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { messageOf } from '#app/platform/supabase/api-error.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import * as t from '#words/forums-pages-more.ts'
import type { Route } from './+types/category'

type Loaded = {
  /** Null if loading failed. */
  category: Category | null
  address: ListAddress
  /** Null for a personal list, which only the browser can load, and if loading failed. */
  list: ThreadPage | null
  error: string | null
}

async function load(reader: DbClient, slug: string, url: URL): Promise<Loaded> {
  const address = readListAddress(url.searchParams)
  redirectToCanonical(url, listPath(slug, address))
  let category: Category | null = null
  let list: ThreadPage | null = null
  try {
    category = await findCategory(reader, slug)
    if (category && !isPersonal(address.filter)) list = await listThreads(reader, { category, ...address })
  } catch (error) {
    return { category, address, list, error: messageOf(error) }
  }
  if (!category) throw data(null, { status: 404 })
  // A page after the last, e.g. after its last row was deleted.
  if (list && address.page > 1 && (address.page > list.pages || list.threads.length === 0))
    throw redirect(listPath(slug, { ...address, page: Math.min(list.pages, address.page - 1) }))
  return { category, address, list, error: null }
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { reader, tags, lasts, declareSearch } = context.get(resources)
  const loaded = await load(reader, params.category, url)
  declareSearch(url.search)
  if (loaded.category && loaded.error === null) {
    lasts(DAY_MS)
    tags.add(`category:${loaded.category.id}`)
    for (const id of shownMembers(loaded.list?.threads ?? [])) tags.add(`profile:${id}`)
  }
  return data(loaded, { status: loaded.error === null ? 200 : 503 })
}

export async function clientLoader({ params, url, serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  const member = await memberClient()
  return member ? load(member, params.category, url) : serverLoader()
}

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  if (!loaderData?.category) return pageMeta(matches, { title: t.forums, description: '', path: '/forums' })
  const { category, address, list } = loaderData
  const { page, filter } = address
  // Another order has the same discussions, so the canonical address is that of the default order.
  const canonical: ListAddress = filter === 'latest' ? address : { filter: 'latest', page: 1 }
  return pageMeta(matches, {
    title: category.name,
    page,
    description: category.description ?? t.discussionsOn(category.name),
    path: listPath(params.category, canonical),
    prev: page > 1 ? listPath(params.category, { filter, page: page - 1 }) : null,
    next: list && page < list.pages ? listPath(params.category, { filter, page: page + 1 }) : null,
    crumbs: crumbsOf(category),
  })
}

export default function CategoryPage({ loaderData, params }: Route.ComponentProps) {
  const { category, address, list, error } = loaderData
  return (
    <div className="page">
      <Breadcrumb
        crumbs={
          category
            ? crumbsOf(category)
            : [
                { label: t.home, to: '/' },
                { label: t.forums, to: '/forums' },
              ]
        }
      />
      {category ? <CategoryHeader category={category} /> : null}
      <ThreadPages category={category} slug={params.category} address={address} list={list} error={error} />
    </div>
  )
}

function crumbsOf(category: Category) {
  return [{ label: t.home, to: '/' }, { label: t.forums, to: '/forums' }, { label: category.name }]
}
