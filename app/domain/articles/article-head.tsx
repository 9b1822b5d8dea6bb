// The head of an article: subject, author, date of publication, and date of the last review.
import { Link } from 'react-router'
import { useSite } from '#app/platform/site/site.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { SampleWord } from '#app/ui/chip.tsx'
import { articleCategory, readingTime } from '#shared/article-words.ts'
import { formatDate } from '#shared/format.ts'
import { spoken } from '#shared/language-of.ts'
import { isDeletedMember, memberPath } from '#shared/slugs.ts'
import * as t from '#words/articles-more.ts'
import { type Article, authorName, langOf, publishedAt } from './queries.ts'

export function ArticleHead({ article }: { article: Article }) {
  const site = useSite()
  const { author } = article
  const name = authorName(author, site.name)
  const at = publishedAt(article)
  const category = articleCategory(article.category)
  return (
    <header>
      <p {...spoken(category)} className="text-14 font-medium text-accent">
        {category}
      </p>
      <h1 lang={langOf(article)} className="mt-2 text-28 sm:text-36">
        {article.title}
      </h1>
      {article.excerpt ? (
        <p lang={langOf(article)} className="mt-3 text-18 text-muted">
          {article.excerpt}
        </p>
      ) : null}
      <div className="mt-5 flex items-center gap-3">
        <Avatar id={author?.id ?? name} src={author?.avatar_url ?? null} size={40} />
        <div className="text-14 text-muted">
          <p>
            {author && !isDeletedMember(author.username) ? (
              <Link
                to={memberPath(author.username)}
                className="-my-3 inline-flex min-h-11 items-center font-medium text-text hover:underline sm:my-0 sm:min-h-0"
              >
                {name}
              </Link>
            ) : (
              <span className="font-medium text-text">{name}</span>
            )}
            <SampleWord id={article.id} />
          </p>
          <p className="flex flex-wrap gap-x-2">
            <time dateTime={at}>{formatDate(at)}</time>
            <span aria-hidden>·</span>
            <span>{readingTime(article.read_time)}</span>
            {article.reviewed_at ? (
              <>
                <span aria-hidden className="max-sm:hidden">
                  ·
                </span>
                <span className="max-sm:basis-full">
                  {t.reviewedOn} <time dateTime={article.reviewed_at}>{formatDate(article.reviewed_at)}</time>
                  {article.reviewed_against ? t.against(article.reviewed_against) : null}
                </span>
              </>
            ) : null}
          </p>
        </div>
      </div>
    </header>
  )
}

/** The notice that the article is not financial advice. */
export function EducationalNotice() {
  return (
    <p role="note" className="rounded-card bg-raised px-4 py-3 text-14 text-muted">
      {t.thisArticleIsForEducation}
    </p>
  )
}
