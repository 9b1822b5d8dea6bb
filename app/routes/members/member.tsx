// The page of a member: profile, a year of activity, discussions and replies.
import type { ReactNode } from 'react'
import { data, isRouteErrorResponse, redirect } from 'react-router'
import { resources } from '#app/context.ts'
import { ActivityMap } from '#app/domain/members/activity-map.tsx'
import { Badges } from '#app/domain/members/badges.tsx'
import { MemberAbout } from '#app/domain/members/member-about.tsx'
import { memberPagePath, readMemberAddress } from '#app/domain/members/member-address.ts'
import { MemberHead } from '#app/domain/members/member-head.tsx'
import {
  findMember,
  memberActivity,
  memberBadges,
  type PublicMember,
} from '#app/domain/members/member-queries.ts'
import { profileData } from '#app/domain/members/structured-data.ts'
import { useFollow } from '#app/domain/members/use-follow-member.ts'
import { repliesBy } from '#app/domain/replies/replies-by.ts'
import { WrittenReplies } from '#app/domain/replies/written-replies.tsx'
import { ReportButton } from '#app/domain/reports/report-button.tsx'
import { threadsBy } from '#app/domain/threads/queries.ts'
import { ThreadList } from '#app/domain/threads/thread-list.tsx'
import { redirectToCanonical } from '#app/platform/address/canonical.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta, siteOf, WRITES_FOR_READERS } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient, useSession } from '#app/platform/session/session.ts'
import { ErrorPage } from '#app/shell/error-page.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Clock } from '#shared/clock.ts'
import { cut } from '#shared/cut.ts'
import { count, dayInIndia } from '#shared/format.ts'
import { isDeletedMember, memberPath } from '#shared/slugs.ts'
import * as t from '#words/members-pages-more.ts'
import type { Route } from './+types/member'

const DESCRIPTION_LENGTH = 155

async function load(reader: DbClient, { params, url }: Pick<Route.LoaderArgs, 'params' | 'url'>) {
  const member = await findMember(reader, params.username)
  if (!member) throw data(null, { status: 404 })
  // A deleted member's posts stay where they are, but have no common page.
  if (isDeletedMember(member.username)) throw data(null, { status: 410 })
  const address = readMemberAddress(url.searchParams)
  // Redirects other spellings of the name.
  const path = memberPagePath(member.username, address)
  if (member.username !== params.username) throw redirect(path, 301)
  redirectToCanonical(url, path)
  const { tab, page } = address
  const [activity, badges, discussions, replies] = await Promise.all([
    memberActivity(reader, member.id),
    memberBadges(reader, member.id),
    tab === 'discussions' ? threadsBy(reader, member, page) : null,
    tab === 'replies' ? repliesBy(reader, member, page) : null,
  ])
  const rows = discussions?.threads.length ?? replies?.replies.length ?? 0
  const pages = discussions?.pages ?? replies?.pages ?? 1
  // A page after the last, also if it has only content that was hidden since.
  if (page > 1 && rows === 0)
    throw redirect(memberPagePath(member.username, { tab, page: Math.min(pages, page - 1) }))
  return { member, address, activity, badges, discussions, replies, pages }
}

export async function loader(args: Route.LoaderArgs) {
  const { reader, tags, clock, declareSearch } = args.context.get(resources)
  const loaded = await load(reader, args)
  declareSearch(args.url.search)
  tags.add(`profile:${loaded.member.id}`)
  tags.add(`posts:${loaded.member.id}`)
  for (const { id } of loaded.discussions?.threads ?? []) tags.add(`thread:${id}`)
  for (const { thread } of loaded.replies?.replies ?? []) tags.add(`thread:${thread.id}`)
  return { ...loaded, today: dayInIndia(clock) }
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const client = await memberClient()
  return client
    ? { ...(await load(client, args)), today: dayInIndia(new Clock(Date.now())) }
    : args.serverLoader()
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { member, address } = loaderData
  const { page } = address
  const title = member.full_name ? `${member.full_name} (@${member.username})` : `@${member.username}`
  const path = memberPath(member.username)
  const whole = new URL(path, siteOf(matches)?.url).href
  const figures = t.figures(
    count(member.total_posts, t.discussion, t.discussionsWord),
    count(member.total_replies, t.reply, t.repliesWord),
    title,
  )
  // The section About repeats what is above it, and an empty list of replies says nothing.
  const isReplies = address.tab === 'replies' && member.total_replies > 0
  return [
    ...pageMeta(matches, {
      title: isReplies ? t.repliesBy(title) : title,
      description: isReplies
        ? t.answersWithTheirDiscussions(figures)
        : cut(member.bio ? `${member.bio} ${figures}` : figures, DESCRIPTION_LENGTH),
      page,
      type: 'profile',
      path: isReplies || address.tab === 'discussions' ? memberPagePath(member.username, address) : path,
      crumbs: crumbsOf(member),
      isIndexed: member.user_level !== 'Banned' && member.total_posts + member.total_replies > 0,
    }),
    { 'script:ld+json': WRITES_FOR_READERS ? profileData(member, whole) : {} },
  ]
}

function crumbsOf(member: PublicMember) {
  // A member who is not an expert has no breadcrumb of the experts.
  const above = member.expert ? [{ label: t.experts, to: '/experts' }] : []
  return [{ label: t.home, to: '/' }, ...above, { label: member.username }]
}

export default withQueries(MemberScreen)

/** The key resets state between members. */
function MemberScreen(props: Route.ComponentProps) {
  return <MemberPage key={props.loaderData.member.id} {...props} />
}

function MemberPage({ loaderData }: Route.ComponentProps) {
  const { member, address, activity, badges, discussions, replies, pages, today } = loaderData
  const session = useSession()
  const follow = useFollow(member)
  const isOwn = session.status === 'member' && session.userId === member.id
  const isOther = session.status === 'member' && !isOwn
  const { username } = member
  return (
    <div className="page max-w-4xl!">
      <Breadcrumb crumbs={crumbsOf(member)} />
      <MemberHead
        member={member}
        follow={follow}
        actions={isOther ? <ReportButton target={{ kind: 'profile', id: member.id }} /> : null}
      />
      {isOwn ? null : (
        <p className="member-only mt-3 text-14 text-pretty text-muted">
          {t.thereAreNoPrivateMessages((text) => (
            <Link to="/guidelines#private-messages" className="text-accent underline underline-offset-2">
              {text}
            </Link>
          ))}
        </p>
      )}
      <Badges badges={badges} />
      <div className="mt-4">
        <ActivityMap active={activity} today={today} />
      </div>
      <div className="mt-6 mb-3">
        <LinkTabs
          label={t.sectionsOfThisProfile}
          tabs={(
            [
              ['discussions', t.discussions],
              ['replies', t.replies],
              ['about', t.about],
            ] as const
          ).map(([tab, label]) => ({
            to: memberPagePath(username, { tab, page: 1 }),
            label,
            isCurrent: tab === address.tab,
          }))}
        />
      </div>
      {discussions ? (
        <Posts
          id="discussions"
          title={t.discussions}
          none={t.noDiscussionsYet}
          reason={t.hasNotStartedOneSo(username)}
        >
          {discussions.threads.length > 0 ? (
            <ThreadList threads={discussions.threads} within="site" showsMuted />
          ) : null}
        </Posts>
      ) : null}
      {replies ? (
        <Posts
          id="replies"
          title={t.replies}
          none={t.noRepliesYet}
          reason={t.hasNotAnsweredAnybodySo(username)}
        >
          {replies.replies.length > 0 ? <WrittenReplies replies={replies.replies} /> : null}
        </Posts>
      ) : null}
      {address.tab === 'about' ? <MemberAbout member={member} /> : null}
      <Pagination
        page={address.page}
        pages={pages}
        href={(page) => memberPagePath(username, { ...address, page })}
        label={address.tab === 'replies' ? t.pagesOfReplies : t.pagesOfDiscussions}
      />
    </div>
  )
}

type PostsProps = {
  id: 'discussions' | 'replies'
  title: string
  /** The title of the empty list. */
  none: string
  reason: string
  children: ReactNode
}

/** The list of a tab, or the reason why it is empty. */
function Posts({ id, title, none, reason, children }: PostsProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        {title}
      </h2>
      {children ?? (
        <Empty title={none} action={<ToForums />}>
          {reason}
        </Empty>
      )}
    </section>
  )
}

function ToForums() {
  return (
    <ButtonLink to="/forums" variant="secondary">
      {t.browseTheForums}
    </ButtonLink>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status !== 404 && status !== 410) return <ErrorPage error={error} />
  const title = status === 410 ? t.deletedMember : t.memberNotFound
  return (
    <div className="page py-20 text-center">
      <title>{title}</title>
      <h1 className="text-28">{title}</h1>
      <p className="mx-auto mt-2 max-w-prose text-balance text-muted">
        {status === 410 ? t.thisMemberClosedTheirAccount : t.theNameMayBeMistyped}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <ButtonLink to="/experts">{t.seeTheExperts}</ButtonLink>
        <ButtonLink to="/forums" variant="secondary">
          {t.browseTheForums}
        </ButtonLink>
      </div>
    </div>
  )
}
