// The most active discussions over four periods (SPEC.md section 2, Trending).
import { redirect } from 'react-router'
import { resources } from '#app/context.ts'
import {
  FRAMES,
  frameWords,
  listTrending,
  longerFrame,
  nextTrendingPage,
  readTrendingAddress,
  type TrendingAddress,
  trendingCategories,
  trendingFigures,
  trendingPath,
} from '#app/features/trending/trending.ts'
import { TrendingList } from '#app/features/trending/trending-list.tsx'
import { Segments, TrendingCategories, TrendingStats } from '#app/features/trending/trending-side.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { PAGE_SIZE } from '#shared/paging.ts'
import type { Route } from './+types/trending'

const CRUMBS = [{ label: 'Home', to: '/' }, { label: 'Trending' }]

// Nothing here is personal: members get the guests' page too, which is at most a minute old.
export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, tags, declareSearch } = context.get(resources)
  const address = readTrendingAddress(url.searchParams)
  redirectToCanonical(url, trendingPath(address))
  const [categories, figures] = await Promise.all([
    trendingCategories(reader, address.frame),
    trendingFigures(reader, address.frame),
  ])
  const category = categories.find(({ slug }) => slug === address.category)
  // A category that was renamed, or that somebody made up.
  if (address.category !== null && !category)
    throw redirect(trendingPath({ ...address, category: null, page: 1 }))
  const list = await listTrending(reader, { ...address, categoryId: category?.id ?? null })
  // A page after the last.
  if (list.rows.length <= (address.page - 1) * PAGE_SIZE && address.page > 1)
    throw redirect(trendingPath({ ...address, page: 1 }))
  declareSearch(url.search)
  tags.add('trending')
  for (const { thread } of list.rows) tags.add(`profile:${thread.author.id}`)
  return { address, category, categories, figures, ...list }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { address, category } = loaderData
  const { span } = frameWords(address.frame)
  const where = category ? ` in ${category.name}` : ''
  return pageMeta(matches, {
    title: `Trending${where}`,
    description: `The discussions${where} that were most talked about in ${span}, by replies, upvotes and views.`,
    path: trendingPath({ ...address, page: 1 }),
    crumbs: CRUMBS,
  })
}

export default function TrendingPage({ loaderData }: Route.ComponentProps) {
  const { address, category, categories, figures, rows, hasMore } = loaderData
  const { span } = frameWords(address.frame)
  const next = nextTrendingPage(address, hasMore)
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <div className="mb-4 flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-end sm:justify-between">
        <div>
          <h1 className="text-28">Trending</h1>
          <p className="mt-1 text-16 text-pretty text-muted">
            Most talked about in {span}. Much talk about something is no reason to buy it.
          </p>
        </div>
        <Segments
          label="Time frame"
          tabs={FRAMES.map(({ frame, label }) => ({
            to: trendingPath({ ...address, frame, page: 1 }),
            label,
            isCurrent: frame === address.frame,
          }))}
        />
      </div>
      <TrendingStats figures={figures} span={span} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_260px]">
        <section aria-labelledby="ranking" className="max-lg:order-last">
          <h2 id="ranking" className="sr-only">
            Discussions, with what happened in {span}
          </h2>
          {rows.length === 0 ? (
            <NothingTrending address={address} />
          ) : (
            <>
              <TrendingList rows={rows} categoryId={category?.id ?? null} />
              {next === null ? null : (
                <div className="mt-6 flex justify-center">
                  <ButtonLink
                    variant="secondary"
                    preventScrollReset
                    to={`${trendingPath({ ...address, page: next })}#rank-${address.page * PAGE_SIZE + 1}`}
                  >
                    Load More
                  </ButtonLink>
                </div>
              )}
            </>
          )}
        </section>
        <TrendingCategories
          categories={categories}
          current={address.category}
          href={(category) => trendingPath({ ...address, category, page: 1 })}
        />
      </div>
    </div>
  )
}

function NothingTrending({ address }: { address: TrendingAddress }) {
  const { span } = frameWords(address.frame)
  const longer = longerFrame(address.frame)
  return (
    <Empty
      title="Nothing is trending"
      action={
        longer ? (
          <ButtonLink to={trendingPath({ ...address, frame: longer.frame, page: 1 })}>
            See {longer.span}
          </ButtonLink>
        ) : (
          <ButtonLink to="/new-discussion">Start a discussion</ButtonLink>
        )
      }
    >
      Nobody wrote {address.category === null ? '' : 'in this category '}in {span}.
    </Empty>
  )
}
