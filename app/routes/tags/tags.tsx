// All tags in use: the most used as chips, then all in alphabetical order.
import { data, useRevalidator } from 'react-router'
import { DAY_MS, resources } from '#app/context.ts'
import { listTags, type TagCount } from '#app/domain/tags/queries.ts'
import { TagLists } from '#app/features/tags/tag-lists.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty, Failed } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/tags-pages.ts'
import type { Route } from './+types/tags'

/** The maximum number of tags; beyond it, the search is the way to find one. */
const SHOWN = 300
const CRUMBS = [{ label: t.home, to: '/' }, { label: t.tags }]

type Loaded = { tags: TagCount[]; error: null } | { tags: null; error: string }

// Nothing here is personal, so members get the guests' page too.
export async function loader({ context }: Route.LoaderArgs) {
  const { reader, tags, lasts } = context.get(resources)
  const loaded: Loaded = await listTags(reader, SHOWN).then(
    (found) => ({ tags: found, error: null }),
    (error: Error) => ({ tags: null, error: error.message }),
  )
  lasts(DAY_MS)
  if (loaded.error === null) tags.add('tags')
  return data(loaded, { status: loaded.error === null ? 200 : 503 })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.tags,
    description: t.whatDiscussionsAreAboutIn,
    path: '/tags',
    crumbs: CRUMBS,
  })
}

export default function Tags({ loaderData: { tags, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <h1 className="text-28">{t.tags}</h1>
      <p className="mt-1 mb-5 text-16 text-balance text-muted">{t.whatDiscussionsAreAboutIn2}</p>
      {error !== null ? (
        <Failed message={t.errorLoadingTags(error)} onRetry={() => void revalidate()} />
      ) : tags.length > 0 ? (
        <TagLists tags={tags} />
      ) : (
        <Empty
          title={t.noTagsYet}
          action={<ButtonLink to="/new-discussion">{t.startADiscussion}</ButtonLink>}
        >
          {t.theyAppearWithTheFirst}
        </Empty>
      )}
    </div>
  )
}
