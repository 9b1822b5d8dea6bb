// A new article.
import { adminMeta } from '#app/platform/seo/admin-meta.ts'
import type { Route } from './+types/create-article'
import { ArticleEditor } from './article-editor.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, { title: 'New article', path: '/admin/create-blog' })
}

export default function CreateArticle() {
  return <ArticleEditor article={null} />
}
