// The page to edit, schedule, publish, unpublish and delete an article.
import { useQuery } from '@tanstack/react-query'
import { adminMeta } from '#app/features/admin/admin-frame.tsx'
import { ArticleEditor } from '#app/features/admin/articles/article-editor.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/admin-pages.ts'
import type { Route } from './+types/edit-article'

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(t.editArticle, `/admin/blog/${params.id}`)({ matches })
}

export default function EditArticle({ params: { id } }: Route.ComponentProps) {
  const article = useQuery(adminQueries.article(id))
  if (article.isError)
    return <Failed message={t.theArticleCouldNotBe} onRetry={() => void article.refetch()} />
  if (article.data === undefined) return <Skeleton label={t.loadingTheArticle} rows={6} />
  if (article.data === null)
    return (
      <>
        <h1 className="sr-only">{t.editArticle}</h1>
        <Empty title={t.articleNotFound} action={<ButtonLink to="/admin/blog">{t.allArticles}</ButtonLink>}>
          {t.itWasDeletedOrThe}
        </Empty>
      </>
    )
  return <ArticleEditor key={id} article={article.data} />
}
