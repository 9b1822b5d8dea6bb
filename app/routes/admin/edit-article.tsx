// The page to edit, schedule, publish, unpublish and delete an article.
import { useQuery } from '@tanstack/react-query'
import { adminMeta } from '#app/features/admin/admin-frame.tsx'
import { ArticleEditor } from '#app/features/admin/articles/article-editor.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/edit-article'

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta('Edit article', `/admin/blog/${params.id}`)({ matches })
}

export default function EditArticle({ params: { id } }: Route.ComponentProps) {
  const article = useQuery(adminQueries.article(id))
  if (article.isError)
    return <Failed message="The article could not be loaded." onRetry={() => void article.refetch()} />
  if (article.data === undefined) return <Skeleton label="Loading the article..." rows={6} />
  if (article.data === null)
    return (
      <>
        <h1 className="sr-only">Edit article</h1>
        <Empty title="Article not found" action={<ButtonLink to="/admin/blog">All articles</ButtonLink>}>
          It was deleted, or the address is mistyped.
        </Empty>
      </>
    )
  return <ArticleEditor key={id} article={article.data} />
}
