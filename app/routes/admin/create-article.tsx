// A new article.
import { adminMeta } from '#app/platform/seo/admin-meta.ts'
import { ArticleEditor } from './article-editor.tsx'

export const meta = adminMeta('New article', '/admin/create-blog')

export default function CreateArticle() {
  return <ArticleEditor article={null} />
}
