// The page to write a new article.
import { adminMeta } from '#app/features/admin/admin-frame.tsx'
import { ArticleEditor } from '#app/features/admin/articles/article-editor.tsx'

export const meta = adminMeta('New article', '/admin/create-blog')

export default function CreateArticle() {
  return <ArticleEditor article={null} />
}
