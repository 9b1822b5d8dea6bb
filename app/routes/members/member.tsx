// The page of a member: profile, a year of activity, discussions and replies.
import { type ReactNode, Suspense } from 'react'
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
import { pageMeta, siteOf, WRITES_STRUCTURED_DATA } from '#app/platform/seo/meta.ts'
import { type DbClient, memberClient, useSession } from '#app/platform/session/session.ts'
import { ErrorPage } from '#app/shell/error-page.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { Link } from '#app/ui/link.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Clock } from '#shared/clock.ts'
import { count, dayInIndia } from '#shared/format.ts'
import { cut } from '#shared/plain-text.ts'
import { isDeletedMember, memberName } from '#shared/slugs.ts'
import type { Route } from './+types/member'

const MuteButton = lazyOptional(() => import('#app/domain/mutes/mute-button.tsx'))

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
  const name = member.full_name ?? member.username
  const path = memberPagePath(member.username, { tab: 'discussions', page: 1 })
  const whole = new URL(path, siteOf(matches)?.url).href
  return [
    ...pageMeta(matches, {
      title: member.full_name ? `${member.full_name} (@${member.username})` : `@${member.username}`,
      description: cut(
        member.bio ??
          `${name} wrote ${count(member.total_posts, 'discussion', 'discussions')} and ${count(member.total_replies, 'reply', 'replies')} here.`,
        DESCRIPTION_LENGTH,
      ),
      path: memberPagePath(member.username, address),
      crumbs: crumbsOf(member),
    }),
    ...(member.user_level === 'Banned' ? [{ name: 'robots', content: 'noindex' }] : []),
    { 'script:ld+json': WRITES_STRUCTURED_DATA ? profileData(member, whole) : {} },
  ]
}

function crumbsOf(member: PublicMember) {
  // A member who is not an expert has no breadcrumb of the experts.
  const above = member.expert ? [{ label: 'Experts', to: '/experts' }] : []
  return [{ label: 'Home', to: '/' }, ...above, { label: member.username }]
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
        actions={
          isOther ? (
            <>
              <ReportButton target={{ kind: 'profile', id: member.id }} />
              <Suspense>
                <MuteButton
                  userId={session.userId}
                  subject={{ member_id: member.id }}
                  name={memberName(username)}
                />
              </Suspense>
            </>
          ) : null
        }
      />
      {isOwn ? null : (
        <p className="member-only mt-3 text-14 text-pretty text-muted">
          There are no private messages here: they are how tipsters reach people. Report offers to talk
          elsewhere.{' '}
          <Link to="/guidelines#private-messages" className="text-accent underline underline-offset-2">
            Why?
          </Link>
        </p>
      )}
      <Badges badges={badges} />
      <div className="mt-4">
        <ActivityMap active={activity} today={today} />
      </div>
      <div className="mt-6 mb-3">
        <LinkTabs
          label="Sections of this profile"
          tabs={(
            [
              ['discussions', 'Discussions'],
              ['replies', 'Replies'],
              ['about', 'About'],
            ] as const
          ).map(([tab, label]) => ({
            to: memberPagePath(username, { tab, page: 1 }),
            label,
            isCurrent: tab === address.tab,
          }))}
        />
      </div>
      {discussions ? (
        <Posts title="Discussions" reason={`${username} has not started one so far.`}>
          {discussions.threads.length > 0 ? (
            <ThreadList threads={discussions.threads} within="site" showsMuted />
          ) : null}
        </Posts>
      ) : null}
      {replies ? (
        <Posts title="Replies" reason={`${username} has not answered anybody so far.`}>
          {replies.replies.length > 0 ? <WrittenReplies replies={replies.replies} /> : null}
        </Posts>
      ) : null}
      {address.tab === 'about' ? <MemberAbout member={member} /> : null}
      <Pagination
        page={address.page}
        pages={pages}
        href={(page) => memberPagePath(username, { ...address, page })}
        label={address.tab === 'replies' ? 'Pages of replies' : 'Pages of discussions'}
      />
    </div>
  )
}

type PostsProps = { title: 'Discussions' | 'Replies'; reason: string; children: ReactNode }

/** The list of a tab, or the reason why it is empty. */
function Posts({ title, reason, children }: PostsProps) {
  const id = title.toLowerCase()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        {title}
      </h2>
      {children ?? (
        <Empty title={`No ${id} yet`} action={<ToForums />}>
          {reason}
        </Empty>
      )}
    </section>
  )
}

function ToForums() {
  return (
    <ButtonLink to="/forums" variant="secondary">
      Browse the forums
    </ButtonLink>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status !== 404 && status !== 410) return <ErrorPage error={error} />
  const title = status === 410 ? 'Deleted member' : 'Member not found'
  return (
    <div className="page py-20 text-center">
      <title>{title}</title>
      <h1 className="text-28">{title}</h1>
      <p className="mx-auto mt-2 max-w-prose text-balance text-muted">
        {status === 410
          ? 'This member closed their account. The replies of others stay.'
          : 'The name may be mistyped, or the member has changed it.'}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <ButtonLink to="/experts">See the experts</ButtonLink>
        <ButtonLink to="/forums" variant="secondary">
          Browse the forums
        </ButtonLink>
      </div>
    </div>
  )
}
