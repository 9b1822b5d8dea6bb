// The articles of the Learning Center for their writers: drafts, scheduled and published ones.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { adminMeta, PageHead } from '#app/features/admin/admin-frame.tsx'
import { ROWS } from '#app/features/admin/articles/article-mutations.ts'
import { ArticleTable } from '#app/features/admin/articles/article-table.tsx'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { useFilter, useTypedSearch } from '#app/platform/address/use-typed-search.ts'
import { Empty, Failed, TableSkeleton } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Select, TextField } from '#app/ui/forms/field.tsx'
import { PLANS, type Plan } from '#shared/schemas/articles.ts'
import * as t from '#words/admin-pages.ts'

const PLAN_LABELS: Record<Plan, string> = {
  draft: 'Drafts',
  scheduled: 'Scheduled',
  published: 'Published',
}

export const meta = adminMeta('Articles', '/admin/blog')

export default function Articles() {
  const wanted = useArticleSearch()
  const articles = useQuery(adminQueries.articleList(wanted))
  const isSearch = wanted.text !== '' || wanted.plan !== 'all'
  return (
    <>
      <PageHead title={t.articles}>
        <ButtonLink to="/admin/create-blog">
          <Plus size={18} aria-hidden />
          {t.newArticle}
        </ButtonLink>
      </PageHead>
      <SearchBox />
      {articles.isError ? (
        <Failed message={t.theArticlesCouldNotBe} onRetry={() => void articles.refetch()} />
      ) : !articles.data ? (
        <TableSkeleton label={t.loadingTheArticles} />
      ) : articles.data.length > 0 ? (
        <>
          <ArticleTable articles={articles.data} />
          {articles.data.length === ROWS ? (
            <p className="mt-3 text-13 text-muted">{t.theLatestSearchForWhat(ROWS)}</p>
          ) : null}
        </>
      ) : isSearch ? (
        <Empty
          title={t.noArticlesFound}
          action={
            <ButtonLink to="/admin/blog" variant="secondary">
              {t.showAllArticles}
            </ButtonLink>
          }
        >
          {t.nothingHereMatches}
        </Empty>
      ) : (
        <Empty
          title={t.noArticlesYet}
          action={<ButtonLink to="/admin/create-blog">{t.writeTheFirstOne}</ButtonLink>}
        >
          {t.whatYouPublishAppearsIn}
        </Empty>
      )}
    </>
  )
}

/** The parameters of the address, which survive a reload and the back button. */
function useArticleSearch(): { text: string; plan: Plan | 'all' } {
  const [search] = useSearchParams()
  return {
    text: search.get('q')?.trim() ?? '',
    plan: PLANS.find((one) => one === search.get('status')) ?? 'all',
  }
}

function SearchBox() {
  const { plan } = useArticleSearch()
  const { typed, type } = useTypedSearch()
  const setStatus = useFilter('status')
  return (
    <search className="mb-4 flex gap-2 sm:gap-3">
      <div className="min-w-0 grow sm:max-w-80">
        <TextField
          type="search"
          label={t.searchArticles}
          hiddenLabel
          placeholder={t.searchArticles2}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <div className="w-36 shrink-0 sm:w-40">
        <Select label={t.status} hiddenLabel value={plan} onChange={(event) => setStatus(event.target.value)}>
          <option value="all">{t.allArticles}</option>
          {PLANS.map((one) => (
            <option key={one} value={one}>
              {PLAN_LABELS[one]}
            </option>
          ))}
        </Select>
      </div>
    </search>
  )
}
