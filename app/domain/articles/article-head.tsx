// The head of an article: subject, author, date of publication, and date of the last review.
import { Link } from 'react-router'
import { useSite } from '#app/platform/site/site.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { SampleWord } from '#app/ui/chip.tsx'
import { formatDate } from '#shared/format.ts'
import { isDeletedMember, memberPath } from '#shared/slugs.ts'
import { type Article, authorName, publishedAt } from './queries.ts'

export function ArticleHead({ article }: { article: Article }) {
  const site = useSite()
  const { author } = article
  const name = authorName(author, site.name)
  const at = publishedAt(article)
  return (
    <header>
      <p className="text-14 font-medium text-accent">{article.category}</p>
      <h1 className="mt-2 text-28 sm:text-36">{article.title}</h1>
      {article.excerpt ? <p className="mt-3 text-18 text-muted">{article.excerpt}</p> : null}
      <div className="mt-5 flex items-center gap-3">
        <Avatar name={name} src={author?.avatar_url ?? null} size={40} />
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
            <span>{article.read_time}</span>
            {article.reviewed_at ? (
              <>
                <span aria-hidden className="max-sm:hidden">
                  ·
                </span>
                <span className="max-sm:basis-full">
                  Reviewed on <time dateTime={article.reviewed_at}>{formatDate(article.reviewed_at)}</time>
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
    <p role="note" className="rounded-card border-l-3 border-edge bg-raised px-4 py-3 text-14 text-muted">
      This article is for education only. It is not financial, tax or legal advice, and it recommends no
      security. Rules and rates change: check them with the source, or ask a registered adviser, before you
      act.
    </p>
  )
}
