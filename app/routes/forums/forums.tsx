// All categories of the forum (SPEC.md section 2, Forums).
import { data, useRevalidator } from 'react-router'
import { DAY_MS, resources } from '#app/context.ts'
import { CategoryList } from '#app/domain/categories/category-list.tsx'
import { type Category, listCategories } from '#app/domain/categories/queries.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient } from '#app/platform/session/session.ts'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/forums'

type Loaded = { categories: Category[]; error: null } | { categories: null; error: string }

async function load(reader: DbClient): Promise<Loaded> {
  try {
    return { categories: await listCategories(reader), error: null }
  } catch (error) {
    return { categories: null, error: error instanceof Error ? error.message : String(error) }
  }
}

export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags, lasts } = context.get(resources)
  const loaded = await load(reader)
  lasts(DAY_MS)
  if (loaded.error === null) tags.add('categories')
  return data(loaded, { status: loaded.error === null ? 200 : 503 })
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  const member = await memberClient()
  return member ? load(member) : serverLoader()
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Forums',
    description:
      'Every subject of the forum: IPOs, the stock market, cryptocurrency, taxation, insurance, mutual funds and payments in India.',
    path: '/forums',
    crumbs: [{ label: 'Home', to: '/' }, { label: 'Forums' }],
  })
}

export default function Forums({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="page pt-8">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-28">Forums</h1>
          <p className="mt-1 text-16 text-balance text-muted">
            Pick a subject. Everybody may read, members write.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="secondary" to="/latest">
            Latest discussions
          </ButtonLink>
          <ButtonLink to="/new-discussion">New Discussion</ButtonLink>
        </div>
      </div>
      {loaderData.error !== null ? (
        <Failed message={`Error loading forums: ${loaderData.error}`} onRetry={() => void revalidate()} />
      ) : loaderData.categories.length > 0 ? (
        <CategoryList categories={loaderData.categories} />
      ) : (
        <Empty title="No categories yet">
          Categories appear here once an administrator has created them.
        </Empty>
      )}
    </div>
  )
}
