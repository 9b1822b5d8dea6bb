// An article that is there: changed, planned, published, taken down, deleted.

import { useQuery } from '@tanstack/react-query'
import { loadArticle } from '#app/features/admin/articles/article-mutations.ts'
import { adminKeys } from '#app/features/admin/keys.ts'
import { adminMeta } from '#app/platform/seo/admin-meta.ts'
import { client } from '#app/platform/session/session.ts'
import { Empty, Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import type { Route } from './+types/edit-article'
import { ArticleEditor } from './article-editor.tsx'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, { title: 'Edit article', path: `/admin/blog/${params.id}` })
}

export default function EditArticle({ params: { id } }: Route.ComponentProps) {
  const article = useQuery({
    queryKey: adminKeys.article(id),
    queryFn: async () => (UUID.test(id) ? loadArticle(await client(), id) : null),
    // The form begins with what is there now, not with what was there at the last visit.
    staleTime: 0,
    gcTime: 0,
  })
  if (article.isError)
    return <Failed message="The article could not be loaded." onRetry={() => void article.refetch()} />
  if (article.data === undefined) return <Skeleton label="Loading the article..." rows={6} />
  if (article.data === null)
    return (
      <>
        <h1 className="sr-only">Edit article</h1>
        <Empty title="Article not found" action={<ButtonLink to="/admin/blog">All articles</ButtonLink>}>
          It was deleted, or its address has a slip in it.
        </Empty>
      </>
    )
  return <ArticleEditor key={id} article={article.data} />
}
