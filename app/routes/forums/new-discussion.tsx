// Starts a discussion. A guest is redirected to sign in and returns.
import { useEffect } from 'react'
import { data, redirect, useLocation, useNavigate, useRevalidator, useSearchParams } from 'react-router'
import { resources } from '#app/context.ts'
import { CategoriesFailed } from '#app/domain/categories/categories-failed.tsx'
import { categoryColor } from '#app/domain/categories/category-color.ts'
import { listCategories, listCategoryGuides } from '#app/domain/categories/queries.ts'
import { suggestTags } from '#app/domain/tags/queries.ts'
import { preloadRichText } from '#app/editor/editor.tsx'
import { NewDiscussionForm } from '#app/features/discussion/new-discussion-form.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { signInPath } from '#app/platform/paths.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { client, memberClient, useSession } from '#app/platform/session/session.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { NeedsScript } from '#app/ui/feedback/states.tsx'
import { withoutLanguage } from '#shared/languages.ts'
import { threadPath } from '#shared/slugs.ts'
import * as t from '#words/forums-pages-more.ts'
import type { Route } from './+types/new-discussion'

const HEADING = t.startANewDiscussion

export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, tags, hydrateEagerly, declareSearch } = context.get(resources)
  hydrateEagerly()
  // The page shows the error with a retry button.
  const loaded = await Promise.all([listCategories(reader), listCategoryGuides(reader)]).catch(() => null)
  if (!loaded) return data({ categories: null }, { status: 503 })
  const [categories, guides] = loaded
  const preselected = categories.find(({ slug }) => slug === url.searchParams.get('category'))
  const path = preselected ? `/new-discussion?category=${preselected.slug}` : '/new-discussion'
  redirectToCanonical(url, path)
  declareSearch(url.search)
  tags.add('categories')
  return data({
    categories: categories.map(({ id, name, slug, color }) => {
      const { note = '', template = '' } = guides.find((guide) => guide.category_id === id) ?? {}
      return { id, name, slug, color: categoryColor(color), note, template }
    }),
  })
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const { pathname, search } = new URL(request.url)
  if (!(await memberClient())) throw redirect(signInPath(withoutLanguage(pathname) + search))
  return serverLoader()
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: HEADING,
    path: '/new-discussion',
    description: t.askAQuestionOrShare,
    isIndexed: false,
  })
}

export default withQueries(NewDiscussion)

function NewDiscussion({ loaderData }: Route.ComponentProps) {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [searchParams] = useSearchParams()
  const { revalidate } = useRevalidator()
  const { categories } = loaderData
  useEffect(() => {
    if (session.status === 'guest') void navigate(signInPath(pathname + search), { replace: true })
    else if (session.status === 'member') preloadRichText().catch(() => undefined)
  }, [session.status, navigate, pathname, search])
  return (
    <div className="page">
      <Breadcrumb
        crumbs={[{ label: t.home, to: '/' }, { label: t.forums, to: '/forums' }, { label: t.newDiscussion2 }]}
      />
      <h1 className="mb-5 text-28">{HEADING}</h1>
      <NeedsScript what={t.startingADiscussion} />
      {!categories ? (
        <CategoriesFailed onRetry={() => void revalidate()} />
      ) : session.status === 'member' ? (
        <NewDiscussionForm
          userId={session.userId}
          categories={categories}
          preselected={searchParams.get('category')}
          suggestTags={async (typed, signal) => suggestTags(await client(), typed, signal)}
          onCreated={(thread) => navigate(threadPath(thread), { replace: true })}
          onTakenBack={() => navigate('/new-discussion', { replace: true })}
        />
      ) : (
        <FormToCome />
      )}
    </div>
  )
}

/** The skeleton of the form, while the session is unknown. */
function FormToCome() {
  return (
    <div role="status" className="needs-script max-w-[calc(100%-320px)] space-y-6 max-lg:max-w-none">
      <span className="sr-only">{t.loadingTheForm}</span>
      <div className="h-20 rounded-card bg-raised" />
      <div className="h-18 rounded-card bg-raised" />
      <div className="h-66 rounded-card bg-raised" />
      <div className="h-18 rounded-card bg-raised" />
    </div>
  )
}
