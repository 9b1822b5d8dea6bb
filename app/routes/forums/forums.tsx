// All categories of the forum (SPEC.md section 2, Forums).

import { data, useRevalidator } from 'react-router'
import { DAY_MS, resources } from '#app/context.ts'
import { CategoryList } from '#app/domain/categories/category-list.tsx'
import { type ListedCategory, listCategoriesWithNewest } from '#app/domain/categories/queries.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { messageOf } from '#app/platform/supabase/api-error.ts'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/forums-pages-more.ts'
import type { Route } from './+types/forums'

type Loaded = { categories: ListedCategory[]; error: null } | { categories: null; error: string }

async function load(reader: DbClient): Promise<Loaded> {
  try {
    return { categories: await listCategoriesWithNewest(reader), error: null }
  } catch (error) {
    return { categories: null, error: messageOf(error) }
  }
}

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags, lasts } = context.get(resources)
  const loaded = await load(reader)
  lasts(DAY_MS)
  if (loaded.error === null) tags.add('categories').add('threads')
  for (const { newest } of loaded.categories ?? []) if (newest) tags.add(`profile:${newest.author.id}`)
  return data(loaded, { status: loaded.error === null ? 200 : 503 })
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  const member = await memberClient()
  return member ? load(member) : serverLoader()
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.forums,
    description: t.everySubjectOfTheForum,
    path: '/forums',
    crumbs: [{ label: t.home, to: '/' }, { label: t.forums }],
  })
}

export default function Forums({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="page pt-8">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-28">{t.forums}</h1>
          <p className="mt-1 text-16 text-balance text-muted">{t.pickASubjectEverybodyMay}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="secondary" to="/latest">
            {t.latestDiscussions}
          </ButtonLink>
          <ButtonLink to="/new-discussion">{t.newDiscussion}</ButtonLink>
        </div>
      </div>
      {loaderData.error !== null ? (
        <Failed message={t.errorLoadingForums(loaderData.error)} onRetry={() => void revalidate()} />
      ) : loaderData.categories.length > 0 ? (
        <CategoryList categories={loaderData.categories} />
      ) : (
        <Empty title={t.noCategoriesYet}>{t.categoriesAppearHereOnceAn}</Empty>
      )}
    </div>
  )
}
