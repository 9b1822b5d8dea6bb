// The most active discussions over four periods (SPEC.md section 2, Trending).
import { useState } from 'react'
import { redirect } from 'react-router'
import { resources } from '#app/context.ts'
import {
  DEFAULT_FRAME,
  FRAMES,
  frameWords,
  listTrending,
  longerFrame,
  nextTrendingPage,
  readTrendingAddress,
  type TrendingAddress,
  type TrendingThread,
  trendingCategories,
  trendingFigures,
  trendingPath,
} from '#app/features/trending/trending.ts'
import { rankAnchor, TrendingList } from '#app/features/trending/trending-list.tsx'
import { Segments, TrendingCategories, TrendingStats } from '#app/features/trending/trending-side.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { ARRIVED, Arrived } from '#app/ui/arrived.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/trending'

const CRUMBS = [{ label: t.home, to: '/' }, { label: t.trending }]

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
  if (list.rows.length === 0 && address.page > 1) throw redirect(trendingPath({ ...address, page: 1 }))
  declareSearch(url.search)
  tags.add('trending')
  for (const { thread } of list.rows) tags.add(`profile:${thread.author.id}`)
  return { address, category, categories, figures, ...list }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { address, category } = loaderData
  const { span } = frameWords(address.frame)
  const where = category ? t.inCategory(category.name) : ''
  return pageMeta(matches, {
    title: address.frame === DEFAULT_FRAME ? t.trending2(where) : t.trendingIn(where, span),
    page: address.page,
    description: t.theDiscussionsThatWereMost(where, span),
    path: trendingPath(address),
    crumbs: CRUMBS,
  })
}

/** The rows of a page, below those that 'Load More' has loaded before: an address has its own rows alone. */
function useRowsSoFar(address: TrendingAddress, rows: TrendingThread[]): readonly TrendingThread[] {
  const { page } = address
  const list = trendingPath({ ...address, page: 1 })
  const [loaded, setLoaded] = useState({ list, page, rows, soFar: rows })
  if (loaded.rows === rows) return loaded.soFar
  const isNext = loaded.list === list && loaded.page === page - 1
  const soFar = isNext ? [...loaded.soFar, ...rows] : rows
  setLoaded({ list, page, rows, soFar })
  return soFar
}

export default function TrendingPage({ loaderData }: Route.ComponentProps) {
  const { address, category, categories, figures, hasMore } = loaderData
  const rows = useRowsSoFar(address, loaderData.rows)
  const { span } = frameWords(address.frame)
  const next = nextTrendingPage(address, hasMore)
  const from = (address.page - 1) * PAGE_SIZE + 1
  const isMore = rows !== loaderData.rows
  /** The page before the first row. */
  const before = Math.ceil((rows[0]?.rank ?? 1) / PAGE_SIZE) - 1
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <div className="mb-4 flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-end sm:justify-between">
        <div>
          <h1 className="text-28">{t.trending}</h1>
          <p className="mt-1 text-16 text-pretty text-muted">{t.mostTalkedAboutInMuch(span)}</p>
        </div>
        <Segments
          label={t.timeFrame}
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
            {t.discussionsWithWhatHappenedIn(span)}
          </h2>
          <Arrived
            page={address.page}
            rows={loaderData.rows.map(({ rank }) => rankAnchor(rank))}
            words={t.fromRank(count(loaderData.rows.length, t.moreDiscussion, t.moreDiscussions), from)}
          />
          {rows.length === 0 ? (
            <NothingTrending address={address} />
          ) : (
            <>
              {before > 0 ? (
                <div className="mb-3 flex justify-center">
                  <ButtonLink variant="secondary" to={trendingPath({ ...address, page: before })}>
                    {t.ranksBeforeThese}
                  </ButtonLink>
                </div>
              ) : null}
              <TrendingList
                rows={rows}
                categoryId={category?.id ?? null}
                start={from > 1 && !isMore ? { rank: from, describedBy: ARRIVED } : null}
              />
              {next === null ? null : (
                <div className="mt-6 flex justify-center">
                  <ButtonLink
                    variant="secondary"
                    preventScrollReset
                    to={`${trendingPath({ ...address, page: next })}#${rankAnchor(from + PAGE_SIZE)}`}
                  >
                    {t.loadMore}
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
      title={t.nothingIsTrending}
      action={
        longer ? (
          <ButtonLink to={trendingPath({ ...address, frame: longer.frame, page: 1 })}>
            {t.see(longer.span)}
          </ButtonLink>
        ) : (
          <ButtonLink to="/new-discussion">{t.startADiscussion}</ButtonLink>
        )
      }
    >
      {t.nobodyWroteIn(address.category === null ? '' : t.inThisCategory, span)}
    </Empty>
  )
}
