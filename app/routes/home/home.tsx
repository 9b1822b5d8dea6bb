// The front page (SPEC.md section 2, Home).
import { Link, redirect } from 'react-router'
import { resources } from '#app/context.ts'
import { ArticleCards } from '#app/domain/articles/article-cards.tsx'
import { latestArticles, tipOfDay } from '#app/domain/articles/queries.ts'
import { CategoryCards } from '#app/domain/categories/category-cards.tsx'
import { listCategories } from '#app/domain/categories/queries.ts'
import { ExpertRows } from '#app/domain/members/expert-rows.tsx'
import { topExperts } from '#app/domain/members/queries.ts'
import { latestThreads, shownMembers, trendingThreads } from '#app/domain/threads/queries.ts'
import { ChatPreview } from '#app/features/chat/chat-preview.tsx'
import { latestMessages } from '#app/features/chat/queries.ts'
import { headlineFigures } from '#app/features/home/counters.ts'
import { Discussions, OwnNews, pathOf, tabOf } from '#app/features/home/discussions.tsx'
import { HeadlineFigures, Hero } from '#app/features/home/hero.tsx'
import { siteData } from '#app/features/home/structured-data.ts'
import { trendingPath } from '#app/features/trending/trending.ts'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta, WRITES_FOR_READERS } from '#app/platform/seo/meta.ts'
import { useSite } from '#app/platform/site/site.ts'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { MoreLink, Panel } from '#app/ui/panel.tsx'
import { spoken } from '#shared/language-of.ts'
import { ownSearch } from '#shared/page-search.ts'
import * as t from '#words/home-pages.ts'
import type { Route } from './+types/home'

const THREADS = 8
const CATEGORIES = 6
const ARTICLES = 3
const TIPS_FROM = 12
const MESSAGES = 3
const EXPERTS = 3

// Members get the guests' page too: it needs no client and is cached. An attribute on <html> selects what they see of it
// before the first paint, and their own rows follow (own-home.tsx).
export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, site, tags, clock, declareSearch } = context.get(resources)
  // The link of a sign-up leads to the site root (SPEC.md section 7).
  if (ownSearch(url.search) !== url.search) throw redirect(`/confirmed${url.search}`)
  const tab = tabOf(url.searchParams)
  redirectToCanonical(url, pathOf(tab))
  declareSearch(url.search)
  const [figures, discussions, messages, experts, categories, articles] = await Promise.all([
    headlineFigures(reader, site.headlineFigures),
    tab === 'latest'
      ? latestThreads(reader, THREADS).then((threads) => ({ threads, more: '/latest' }))
      : trendingThreads(reader, THREADS).then(({ threads, frame }) => ({
          threads,
          more: trendingPath({ frame, category: null, page: 1 }),
        })),
    latestMessages(reader, MESSAGES, null),
    topExperts(reader, EXPERTS),
    listCategories(reader, CATEGORIES),
    latestArticles(reader, TIPS_FROM),
  ])
  for (const tag of ['threads', 'chat', 'experts', 'categories', 'articles']) tags.add(tag)
  for (const id of shownMembers(discussions.threads)) tags.add(`profile:${id}`)
  for (const { user_id } of messages) if (user_id) tags.add(`profile:${user_id}`)
  const tip = tipOfDay(articles, clock)
  return {
    figures,
    discussions,
    messages,
    experts,
    categories,
    articles: articles.slice(0, ARTICLES),
    tip: tip ? { title: tip.title, slug: tip.slug, excerpt: tip.excerpt } : null,
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const site = matches[0].loaderData.site
  return [
    ...pageMeta(matches, { title: null, description: site.description, path: '/' }),
    { 'script:ld+json': WRITES_FOR_READERS ? siteData(site) : {} },
  ]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const { figures, discussions, messages, experts, categories, articles, tip } = loaderData
  return (
    <>
      <div className="guest-only">
        <Hero site={site} />
        <HeadlineFigures figures={figures} />
      </div>
      <div className="member-only page pt-5 pb-3">
        <h1 className="sr-only">{t.home}</h1>
        {/* One line on phones too, which can be scrolled, so that the rows do not move when it arrives. */}
        <div className="min-h-6 text-16 leading-6 font-medium whitespace-nowrap text-text max-sm:overflow-x-auto max-sm:[scrollbar-width:none]">
          <OwnNews />
        </div>
      </div>
      <div className="page grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Discussions {...discussions} />
        <aside
          aria-label={t.aroundTheCommunity}
          className="grid grid-cols-1 content-start gap-4 sm:grid-cols-2 lg:grid-cols-1"
        >
          <Panel title={t.liveChat}>
            <ChatPreview loaded={messages} limit={MESSAGES} />
          </Panel>
          {experts.length > 0 ? (
            <Panel title={t.topExperts} more={{ to: '/experts', label: t.allExperts }}>
              <ExpertRows experts={experts} />
            </Panel>
          ) : null}
          {tip ? (
            <Panel title={t.worthKnowing}>
              <p className="text-15 font-medium">
                <Link
                  to={`/blog/${tip.slug}`}
                  {...spoken(tip.title)}
                  className="inline-flex min-h-11 items-center text-accent hover:underline sm:min-h-0"
                >
                  {tip.title}
                </Link>
              </p>
              <p {...spoken(tip.excerpt)} className="mt-1 text-15 text-muted">
                {tip.excerpt}
              </p>
            </Panel>
          ) : null}
        </aside>
      </div>
      <section aria-labelledby="categories" className="page mt-12">
        <SectionHead id="categories" title={t.forumCategories} more={{ to: '/forums', label: t.allForums }} />
        <CategoryCards categories={categories} />
      </section>
      <section aria-labelledby="articles" className="page mt-12">
        <SectionHead id="articles" title={t.latestArticles} more={{ to: '/blog', label: t.learningCenter }} />
        {articles.length > 0 ? (
          <ArticleCards articles={articles} />
        ) : (
          <Empty title={t.noArticlesYet}>{t.articlesAppearHereOnceThey}</Empty>
        )}
      </section>
      {site.isSignUpOpen ? (
        <section aria-labelledby="join" className="guest-only page mt-12">
          <div className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-6 sm:flex-row sm:items-center sm:justify-between sm:p-8">
            <div>
              <h2 id="join" className="text-22">
                {t.askYourFirstQuestionToday}
              </h2>
              <p className="mt-1 text-15 text-muted">{t.freeToJoinBringYour}</p>
            </div>
            <ButtonLink to="/signup">{t.join(site.name)}</ButtonLink>
          </div>
        </section>
      ) : null}
    </>
  )
}

type SectionHeadProps = { id: string; title: string; more: { to: string; label: string } }

function SectionHead({ id, title, more }: SectionHeadProps) {
  return (
    <div className="mb-3 flex items-baseline justify-between gap-4">
      <h2 id={id} className="text-22">
        {title}
      </h2>
      <MoreLink {...more} />
    </div>
  )
}
