// The article as readers will see it, from what stands in the form.

import { ArticleHead, EducationalNotice } from '#app/domain/articles/article-head.tsx'
import { withContents } from '#app/domain/articles/contents.tsx'
import { Cover } from '#app/domain/articles/cover.tsx'
import type { Member } from '#app/platform/session/session.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import type { ArticleFields } from '#shared/schemas/articles.ts'
import { type EditedArticle, readTime } from './article-mutations.ts'

type PreviewProps = {
  fields: ArticleFields
  slug: string
  article: EditedArticle | null
  me: Member['profile']
  onClose: () => void
}

export function ArticlePreview({ fields, slug, article, me, onClose }: PreviewProps) {
  const now = new Date().toISOString()
  const writer = [article?.author, me].find((one) => one?.id === fields.authorId)
  const shown = {
    id: article?.id ?? '',
    slug,
    title: fields.title || 'Untitled',
    excerpt: fields.excerpt,
    category: fields.category || 'No category',
    image: fields.image,
    content: fields.content,
    read_time: readTime(fields.content),
    created_at: now,
    updated_at: now,
    published_at: article?.published_at ?? now,
    reviewed_at: fields.reviewed ? now : (article?.reviewed_at ?? null),
    author: writer ? { ...writer, avatar_url: writer.id === me?.id ? me.avatar_url : null } : null,
  }
  return (
    <div>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-control bg-raised px-4 py-2">
        <p className="text-14 text-muted">A preview. Nothing is saved by it.</p>
        <Button variant="secondary" size="small" onClick={onClose}>
          Back to writing
        </Button>
      </div>
      <article className="mx-auto max-w-[68ch]">
        <ArticleHead article={shown} />
        <Cover article={shown} sizes="68ch" className="mt-6 rounded-card" />
        <div className="mt-6">
          <SanitizedHtml html={withContents(fields.content).html} />
        </div>
        <div className="mt-8">
          <EducationalNotice />
        </div>
      </article>
    </div>
  )
}
