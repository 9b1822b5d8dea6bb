// The page around the form of an article; both routes, new and edit, render it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ArticleForm } from '#app/features/admin/articles/article-form.tsx'
import type { EditedArticle } from '#app/features/admin/articles/article-mutations.ts'
import { DeleteArticle } from '#app/features/admin/articles/delete-article.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import * as t from '#words/admin.ts'

export function ArticleEditor({ article }: { article: EditedArticle | null }) {
  const session = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<(() => void) | null>(null)
  const categories = useQuery(adminQueries.articleCategories)
  const subscribers = useQuery(adminQueries.subscriberCounts)
  const heading = article ? t.editArticle : t.newArticle
  // The layout admits administrators only, but the session may end while somebody writes.
  if (session.status !== 'member') return null
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: t.admin, to: '/admin' },
          { label: t.articles, to: '/admin/blog' },
          { label: heading },
        ]}
      />
      <h1 className="mb-4 text-28">{heading}</h1>
      <ArticleForm
        article={article}
        member={session}
        categories={categories.data ?? []}
        subscribers={subscribers.data?.confirmed ?? null}
        onSaved={async (saved) => {
          await queries.invalidateQueries({ queryKey: adminQueries.articles })
          if (!article) await navigate(`/admin/blog/${saved.id}`, { replace: true })
        }}
        acts={(forget) =>
          article ? (
            <Button variant="quiet" size="small" onClick={() => setAsked(() => forget)}>
              <Trash2 size={16} aria-hidden />
              {t.deleteLabel}
            </Button>
          ) : null
        }
      />
      {article && asked ? (
        <DeleteArticle
          article={article}
          onClose={() => setAsked(null)}
          onDeleted={async () => {
            asked()
            await navigate('/admin/blog', { replace: true })
          }}
        />
      ) : null}
    </>
  )
}
