// The page of any member: who they are, a year of activity, what they wrote.
import { data, isRouteErrorResponse, redirect } from 'react-router'
import { resources } from '#app/context.ts'
import { ActivityMap, indianDay } from '#app/domain/members/activity-map.tsx'
import { MemberAbout } from '#app/domain/members/member-about.tsx'
import { memberPagePath, readMemberAddress } from '#app/domain/members/member-address.ts'
import { MemberHead } from '#app/domain/members/member-head.tsx'
import { findMember, memberActivity, type PublicMember } from '#app/domain/members/member-queries.ts'
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
import { cut } from '#app/platform/text/plain-text.ts'
import { ErrorPage } from '#app/shell/error-page.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Empty } from '#app/ui/feedback/states.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { count } from '#shared/format.ts'
import { isDeletedMember } from '#shared/slugs.ts'
import type { Route } from './+types/member'

const DESCRIPTION_LENGTH = 155

async function load(reader: DbClient, { params, url }: Pick<Route.LoaderArgs, 'params' | 'url'>) {
  const member = await findMember(reader, params.username)
  if (!member) throw data(null, { status: 404 })
  // What is left under it is read where it was written: nothing gathers it.
  if (isDeletedMember(member.username)) throw data(null, { status: 410 })
  const address = readMemberAddress(url.searchParams)
  // A name has one way of writing it, and one address.
  const path = memberPagePath(member.username, address)
  if (member.username !== params.username) throw redirect(path, 301)
  redirectToCanonical(url, path)
  const { tab, page } = address
  const [activity, discussions, replies] = await Promise.all([
    memberActivity(reader, member.id),
    tab === 'discussions' ? threadsBy(reader, member, page) : null,
    tab === 'replies' ? repliesBy(reader, member, page) : null,
  ])
  const rows = discussions?.threads.length ?? replies?.replies.length ?? 0
  const pages = discussions?.pages ?? replies?.pages ?? 1
  // Behind the end: also where the last page holds only what was hidden since.
  if (page > 1 && rows === 0)
    throw redirect(memberPagePath(member.username, { tab, page: Math.min(pages, page - 1) }))
  return { member, address, activity, discussions, replies, pages, today: indianDay(Date.now()) }
}

export async function loader(args: Route.LoaderArgs) {
  const { reader, tags, declareSearch } = args.context.get(resources)
  const loaded = await load(reader, args)
  declareSearch(args.url.search)
  tags.add(`profile:${loaded.member.id}`)
  tags.add(`posts:${loaded.member.id}`)
  for (const { id } of loaded.discussions?.threads ?? []) tags.add(`thread:${id}`)
  for (const { thread } of loaded.replies?.replies ?? []) tags.add(`thread:${thread.id}`)
  return loaded
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const client = await memberClient()
  return client ? load(client, args) : args.serverLoader()
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
  // Whoever is no expert does not stand under them.
  const above = member.expert ? [{ label: 'Experts', to: '/experts' }] : []
  return [{ label: 'Home', to: '/' }, ...above, { label: member.username }]
}

export default withQueries(MemberScreen)

/** What is open or shown of one member is not the next one's. */
function MemberScreen(props: Route.ComponentProps) {
  return <MemberPage key={props.loaderData.member.id} {...props} />
}

function MemberPage({ loaderData }: Route.ComponentProps) {
  const { member, address, activity, discussions, replies, pages, today } = loaderData
  const session = useSession()
  const follow = useFollow(member)
  const isOther = session.status === 'member' && session.userId !== member.id
  const { username } = member
  return (
    <div className="page max-w-4xl!">
      <Breadcrumb crumbs={crumbsOf(member)} />
      <MemberHead
        member={member}
        follow={follow}
        actions={isOther ? <ReportButton target={{ kind: 'profile', id: member.id }} /> : null}
      />
      <div className="mt-4">
        <ActivityMap active={activity} today={today} />
      </div>
      <div className="mt-6 mb-3">
        <LinkTabs
          label="What to see of this member"
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
      {discussions ? <Discussions threads={discussions.threads} username={username} /> : null}
      {replies ? <Replies replies={replies.replies} username={username} /> : null}
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

type Loaded = Route.ComponentProps['loaderData']

type DiscussionsProps = { threads: NonNullable<Loaded['discussions']>['threads']; username: string }

function Discussions({ threads, username }: DiscussionsProps) {
  return (
    <section aria-labelledby="discussions">
      <h2 id="discussions" className="sr-only">
        Discussions
      </h2>
      {threads.length === 0 ? (
        <Empty title="No discussions yet" action={<ToForums />}>
          {username} has not started one so far.
        </Empty>
      ) : (
        <ThreadList threads={threads} within="site" />
      )}
    </section>
  )
}

type RepliesProps = { replies: NonNullable<Loaded['replies']>['replies']; username: string }

function Replies({ replies, username }: RepliesProps) {
  return (
    <section aria-labelledby="replies">
      <h2 id="replies" className="sr-only">
        Replies
      </h2>
      {replies.length === 0 ? (
        <Empty title="No replies yet" action={<ToForums />}>
          {username} has not answered anybody so far.
        </Empty>
      ) : (
        <WrittenReplies replies={replies} />
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
          ? 'This member closed their account. What others answered stays where it was written.'
          : 'The name may have a typing mistake, or the member goes by another one now.'}
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
