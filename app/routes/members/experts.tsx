// The verified experts (SPEC.md section 2, Experts).
import { redirect } from 'react-router'
import { resources } from '#app/context.ts'
import { EXPERT_SORTS, expertsPath, nextPage, readExpertAddress } from '#app/domain/members/expert-address.ts'
import { ExpertList, expertAnchor, FeaturedExpert } from '#app/domain/members/expert-list.tsx'
import { featuredExpert, listExperts, listSpecialities } from '#app/domain/members/queries.ts'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { Arrived } from '#app/ui/arrived.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { ChoiceForm } from '#app/ui/forms/choice-form.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { specialityName } from '#shared/article-words.ts'
import { count } from '#shared/format.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import * as t from '#words/members-pages-more.ts'
import type { Route } from './+types/experts'

const CRUMBS = [{ label: t.home, to: '/' }, { label: t.experts }]

// Nothing here is personal, so members get the guests' page too.
export async function loader({ context, url }: Route.LoaderArgs) {
  const { reader, tags, declareSearch } = context.get(resources)
  const address = readExpertAddress(url.searchParams)
  redirectToCanonical(url, expertsPath(address))
  const [specialities, list, featured] = await Promise.all([
    listSpecialities(reader),
    listExperts(reader, address),
    featuredExpert(reader),
  ])
  const { speciality } = address
  // A speciality that no expert has: the address was made up.
  if (speciality !== null && !specialities.some((one) => one.speciality === speciality))
    throw redirect(expertsPath({ ...address, speciality: null, page: 1 }))
  // A page after the last.
  if (list.experts.length <= (address.page - 1) * PAGE_SIZE && address.page > 1)
    throw redirect(expertsPath({ ...address, page: 1 }))
  declareSearch(url.search)
  tags.add('experts')
  for (const { id } of list.experts) tags.add(`profile:${id}`)
  if (featured) tags.add(`profile:${featured.id}`)
  return { address, specialities, featured, ...list }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const speciality = loaderData?.address.speciality ?? null
  return pageMeta(matches, {
    title: speciality === null ? t.experts : t.experts2(specialityName(speciality)),
    description: t.whoseProfessionWasVerifiedWith(
      speciality === null ? t.members : t.expertsInMembers(specialityName(speciality)),
    ),
    path: expertsPath({ sort: 'reputation', speciality, page: 1 }),
    crumbs: CRUMBS,
  })
}

export default function ExpertsPage({ loaderData }: Route.ComponentProps) {
  const { address, specialities, featured, experts, hasMore } = loaderData
  const { sort, speciality, page } = address
  const next = nextPage(address, hasMore)
  const total = specialities.reduce((sum, one) => sum + one.experts, 0)
  const arrived = experts.slice((page - 1) * PAGE_SIZE)
  return (
    <div className="page">
      <Breadcrumb crumbs={CRUMBS} />
      <h1 className="text-28">{t.experts}</h1>
      <p className="mt-1 max-w-[80ch] text-16 text-pretty text-muted">{t.membersWhoseProfessionWas}</p>
      <p className="mt-1 mb-5 max-w-[80ch] text-14 text-pretty text-muted">
        {t.whatExpertsWriteHereIs}
        {experts.some(({ expert }) => expert.is_sample) ? t.expertsMarkedSampleAreInvented : null}
      </p>
      {total === 0 ? (
        <Empty title={t.noExpertsYet} action={<ButtonLink to="/forums">{t.browseTheForums}</ButtonLink>}>
          {t.nobodysProfessionHasBeenVerified}
        </Empty>
      ) : (
        <>
          {featured && speciality === null && page === 1 ? <FeaturedExpert expert={featured} /> : null}
          <div className="mb-3 flex flex-col gap-x-6 gap-y-3 lg:flex-row lg:items-center lg:justify-between">
            <LinkTabs
              label={t.whichSpeciality}
              tabs={[
                {
                  to: expertsPath({ sort, speciality: null, page: 1 }),
                  label: t.all(total),
                  isCurrent: speciality === null,
                },
                ...specialities.map((one) => ({
                  to: expertsPath({ sort, speciality: one.speciality, page: 1 }),
                  label: `${specialityName(one.speciality)} (${one.experts})`,
                  isCurrent: one.speciality === speciality,
                })),
              ]}
            />
            <div className="shrink-0 sm:w-60">
              <ChoiceForm
                action="/experts"
                label={t.sortBy}
                name="sort"
                value={sort}
                options={EXPERT_SORTS}
                keep={{ speciality }}
                button={t.sort}
              />
            </div>
          </div>
          <h2 className="sr-only">{speciality ?? t.allExperts}</h2>
          <Arrived
            page={page}
            rows={arrived.map(({ username }) => expertAnchor(username))}
            words={t.inAll(count(arrived.length, t.moreExpert, t.moreExperts), experts.length)}
          />
          <ExpertList experts={experts} />
          {next === null ? null : (
            <div className="mt-6 flex justify-center">
              <ButtonLink
                variant="secondary"
                preventScrollReset
                to={`${expertsPath({ ...address, page: next })}#${expertAnchor(experts.at(page * PAGE_SIZE - 1)?.username ?? '')}`}
              >
                {t.loadMore}
              </ButtonLink>
            </div>
          )}
        </>
      )}
    </div>
  )
}
