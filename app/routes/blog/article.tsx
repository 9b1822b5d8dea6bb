// An article of the Learning Center.
import { Pencil } from 'lucide-react'
import { data, isRouteErrorResponse, redirect } from 'react-router'
import { DAY_MS, resources } from '#app/context.ts'
import { ArticleHead, EducationalNotice } from '#app/domain/articles/article-head.tsx'
import { ContentsFold, ContentsRail, hasContents, withContents } from '#app/domain/articles/contents.tsx'
import { Cover } from '#app/domain/articles/cover.tsx'
import {
  authorName,
  findArticle,
  langOf,
  movedTo,
  publishedAt,
  relatedArticles,
  translationsOf,
} from '#app/domain/articles/queries.ts'
import { articleData } from '#app/domain/articles/structured-data.ts'
import { TranslationLinks } from '#app/domain/articles/translation-links.tsx'
import { ReadOn } from '#app/features/blog/article-lists.tsx'
import { NewsletterBox } from '#app/features/newsletter/newsletter-box.tsx'
import { pageMeta, siteOf, WRITES_FOR_READERS } from '#app/platform/seo/meta.ts'
import { useSession } from '#app/platform/session/session.ts'
import { withPictureLinks } from '#app/platform/text/picture-links.ts'
import { ErrorPage } from '#app/shell/error-page.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { ShareButton } from '#app/ui/share-button.tsx'
import { cut } from '#shared/cut.ts'
import { excerptOf } from '#shared/plain-text.ts'
import * as t from '#words/blog-pages.ts'
import type { Route } from './+types/article'

const CRUMB_LENGTH = 50
const DESCRIPTION_LENGTH = 155
const BLOG = [
  { label: t.home, to: '/' },
  { label: t.learningCenter, to: '/blog' },
]

// Nothing here is personal, so members get the guests' page too.
export async function loader({ context, params }: Route.LoaderArgs) {
  const { reader, tags, lasts } = context.get(resources)
  const article = await findArticle(reader, params.slug)
  if (!article) {
    const slug = await movedTo(reader, params.slug)
    if (slug) throw redirect(`/blog/${slug}`, 301)
    throw data(null, { status: 404 })
  }
  const [related, translations] = await Promise.all([
    relatedArticles(reader, article),
    translationsOf(reader, article),
  ])
  lasts(DAY_MS)
  tags.add(`article:${article.id}`)
  tags.add('articles')
  for (const { author } of [article, ...related]) if (author) tags.add(`profile:${author.id}`)
  const { html, headings } = withContents(article.content)
  return { article: { ...article, content: withPictureLinks(html) }, headings, related, translations }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { article, translations } = loaderData
  const path = `/blog/${article.slug}`
  const site = siteOf(matches)
  const name = authorName(article.author, site?.name ?? '')
  return [
    ...pageMeta(matches, {
      title: article.title,
      path,
      ...(translations.length > 0
        ? {
            translations: Object.fromEntries(
              [article, ...translations].map(({ language, slug }) => [language, `/blog/${slug}`]),
            ),
          }
        : {}),
      type: 'article',
      description: article.excerpt || excerptOf(article.content, DESCRIPTION_LENGTH),
      crumbs: [...BLOG, { label: article.title }],
    }),
    { name: 'author', content: name },
    { property: 'article:published_time', content: publishedAt(article) },
    { property: 'article:modified_time', content: article.updated_at },
    { property: 'article:section', content: article.category },
    ...(site
      ? [
          {
            'script:ld+json': WRITES_FOR_READERS
              ? articleData(article, site, (path) => new URL(path, site.url).href)
              : {},
          },
        ]
      : []),
  ]
}

export default function ArticleScreen({ loaderData }: Route.ComponentProps) {
  const { article, headings, related, translations } = loaderData
  const session = useSession()
  const isAdmin = session.status === 'member' && session.isAdmin
  const withRail = hasContents(headings)
  return (
    <div className="page">
      <Breadcrumb crumbs={[...BLOG, { label: cut(article.title, CRUMB_LENGTH) }]} />
      <div
        className={`mt-3 lg:grid ${withRail ? 'lg:grid-cols-[232px_minmax(0,68ch)] lg:gap-20' : 'lg:grid-cols-[minmax(0,68ch)] lg:justify-center'}`}
      >
        {withRail ? (
          <aside aria-label={t.inThisArticle} className="max-lg:hidden">
            <ContentsRail headings={headings} />
          </aside>
        ) : null}
        <article className="mx-auto w-full max-w-[68ch] min-w-0">
          <ArticleHead article={article} />
          <TranslationLinks translations={translations} />
          <Cover
            article={article}
            sizes="(min-width: 720px) 68ch, 92vw"
            first
            className="mt-6 rounded-card"
          />
          {withRail ? (
            <div className="mt-5 lg:hidden">
              <ContentsFold headings={headings} />
            </div>
          ) : null}
          <div className="mt-6">
            <SanitizedHtml html={article.content} lang={langOf(article)} />
          </div>
          <div className="mt-8">
            <EducationalNotice />
          </div>
          <div className="mt-3 -ml-2 flex flex-wrap items-center gap-1">
            <ShareButton path={`/blog/${article.slug}`} spelled />
            {isAdmin ? (
              <ButtonLink to={`/admin/blog/${article.id}`} variant="quiet" size="small">
                <Pencil size={16} aria-hidden />
                {t.editArticle}
              </ButtonLink>
            ) : null}
          </div>
        </article>
      </div>
      <ReadOn article={article} related={related} />
      <div className="mt-12">
        <NewsletterBox />
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />
  return (
    <div className="page py-20 text-center">
      <title>{t.articleNotFound}</title>
      <h1 className="text-28">{t.articleNotFound}</h1>
      <p className="mx-auto mt-2 max-w-prose text-muted">{t.theAddressMayBeMistyped}</p>
      <div className="mt-6 flex justify-center">
        <ButtonLink to="/blog">{t.allArticles}</ButtonLink>
      </div>
    </div>
  )
}
