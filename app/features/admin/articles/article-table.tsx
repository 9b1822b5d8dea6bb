// All articles, including drafts and scheduled ones, with their actions.

import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { authorName } from '#app/domain/articles/queries.ts'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { client } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { IconButton, IconLink, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { actionColumn } from '#app/ui/tables/action-column.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatDate, formatMoment } from '#shared/format.ts'
import * as t from '#words/admin.ts'
import { adminQueries } from '../query-options.ts'
import { type ListedArticle, setFeatured } from './article-mutations.ts'
import { DeleteArticle } from './delete-article.tsx'

const column = columnsOf<ListedArticle>()

export function ArticleTable({ articles }: { articles: readonly ListedArticle[] }) {
  const site = useSite()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<ListedArticle | null>(null)
  const [feature, isBusy] = useAct(
    async ({ id, featured }: ListedArticle) => setFeatured(await client(), id, !featured),
    {
      done: async (_saved, { title, featured }) => {
        await queries.invalidateQueries({ queryKey: adminQueries.articles })
        toast({ title: featured ? t.notFeaturedAnyMore : t.featured, text: `"${title}"` })
      },
      failed: notDone(t.failedToSaveArticle, t.thereWasAnErrorSaving),
    },
  )
  const columns = column.columns([
    column.accessor('title', {
      header: 'Article',
      meta: { className: 'w-[42%] max-w-0 py-2' },
      cell: ({ row }) => (
        <>
          <Link
            to={`/admin/blog/${row.original.id}`}
            className="block leading-snug font-semibold [overflow-wrap:anywhere] hover:text-accent hover:underline"
          >
            {row.original.title}
          </Link>
          <span className="block truncate text-13 text-muted">{t.blog2(row.original.slug)}</span>
        </>
      ),
    }),
    column.accessor('status', {
      header: 'Status',
      meta: { stacked: 'bare' },
      cell: ({ row: { original: article } }) => <Status article={article} />,
    }),
    column.accessor('category', {
      header: 'Category',
      meta: { stacked: 'bare', className: 'text-13' },
    }),
    column.accessor(({ author }) => authorName(author, site.name), {
      id: 'author',
      header: 'Author',
      meta: { stacked: 'bare', className: 'text-13' },
    }),
    column.accessor('updated_at', {
      header: 'Changed',
      meta: { stacked: 'beside', className: 'whitespace-nowrap text-13 text-muted' },
      cell: ({ row }) => (
        <span>
          <span className="lg:sr-only">{t.changed}</span>
          <TimeAgo at={row.original.updated_at} />
        </span>
      ),
    }),
    actionColumn<ListedArticle>((article) => (
      <>
        {article.status === 'published' ? (
          <IconLink
            icon={<ExternalLink {...SMALL_ICON} />}
            label={t.view2(article.title)}
            to={`/blog/${article.slug}`}
          />
        ) : null}
        <IconLink
          icon={<Pencil {...SMALL_ICON} />}
          label={t.edit(article.title)}
          to={`/admin/blog/${article.id}`}
        />
        <IconButton
          icon={<Star {...SMALL_ICON} className={article.featured ? 'fill-current text-warn' : ''} />}
          label={article.featured ? t.featuredTakeDown(article.title) : t.featureOnTop(article.title)}
          aria-pressed={article.featured}
          disabled={isBusy}
          onClick={() => feature(article)}
        />
        <IconButton
          icon={<Trash2 {...SMALL_ICON} />}
          label={t.deleteLabel2(article.title)}
          intent="danger"
          onClick={() => setAsked(article)}
        />
      </>
    )),
  ])
  return (
    <>
      <DataTable
        label={t.articlesLastChangedFirst}
        columns={columns}
        rows={articles}
        keyOf={({ id }) => id}
        nameOf={({ title }) => `"${title}"`}
      />
      {asked ? <DeleteArticle article={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

const LOOKS: Readonly<Record<string, { label: string; look: string }>> = {
  draft: { label: t.draft, look: 'border border-line text-muted' },
  scheduled: { label: t.scheduled, look: 'bg-warn-soft text-warn' },
  published: { label: t.published, look: 'bg-accent-soft text-accent' },
}

function Status({ article: { status, published_at } }: { article: ListedArticle }) {
  const { label, look } = LOOKS[status] ?? { label: status, look: '' }
  return (
    <>
      <span className={`inline-flex rounded-full px-2 py-0.5 text-13 leading-tight font-medium ${look}`}>
        {label}
      </span>
      {published_at && status !== 'draft' ? (
        <span className="block text-13 leading-snug text-muted lg:max-w-24 lg:min-w-22">
          {status === 'scheduled' ? formatMoment(published_at) : formatDate(published_at)}
        </span>
      ) : null}
    </>
  )
}
