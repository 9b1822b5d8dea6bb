// The page to write a new article.
import { adminMeta } from '#app/features/admin/admin-frame.tsx'
import { ArticleEditor } from '#app/features/admin/articles/article-editor.tsx'
import * as t from '#words/admin-pages.ts'

export const meta = adminMeta(t.newArticle, '/admin/create-blog')

export default function CreateArticle() {
  return <ArticleEditor article={null} />
}
