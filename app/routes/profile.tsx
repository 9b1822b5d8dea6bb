// The member's own page.
import { useQuery } from '@tanstack/react-query'
import { Award, LogOut, MessagesSquare, Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ActivityMap, indianDay } from '#app/domain/members/activity-map.tsx'
import { memberQueries } from '#app/domain/members/query-options.ts'
import type { OwnProfile } from '#app/features/profile/own-profile.ts'
import { LoadingProfile, OwnProfileGate } from '#app/features/profile/own-profile-gate.tsx'
import { ProfileForm } from '#app/features/profile/profile-form.tsx'
import { OwnThreads, ProfileView } from '#app/features/profile/profile-view.tsx'
import { profileQueries } from '#app/features/profile/query-options.ts'
import { profileDraftKey } from '#app/platform/drafts/draft-keys.ts'
import WaitingDraft from '#app/platform/drafts/waiting-draft.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type Member, useSession } from '#app/platform/session/session.ts'
import { SignOutButton } from '#app/platform/session/session-links.tsx'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Failed, NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/pages-more.ts'
import { limitsOnYourAccount } from '#words/sanctions.ts'
import type { Route } from './+types/profile'

/** Settings that were sections of this page, and are linked from older e-mails and notifications. */
const MOVED: Readonly<Record<string, string>> = {
  '#notifications': '/settings/notifications',
  '#your-data': '/settings/privacy',
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: t.profile,
    description: t.yourProfileLevelReputation,
    path: '/profile',
    isIndexed: false,
  })
}

export default withQueries(ProfilePage)

function ProfilePage() {
  const session = useSession()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const moved = MOVED[hash]
  useEffect(() => {
    if (moved) void navigate(moved, { replace: true })
  }, [moved, navigate])
  return (
    <div className="page max-w-4xl!">
      <Breadcrumb crumbs={[{ label: t.home, to: '/' }, { label: t.profile }]} />
      <NeedsScript what={t.yourProfile} />
      <div className="guest-only">
        <Guest />
      </div>
      <div className="member-only">
        {session.status === 'member' ? <Own member={session} key={session.userId} /> : <LoadingProfile />}
      </div>
    </div>
  )
}

/** Links to the member's other pages. */
function OwnLinks({ username }: { username: string }) {
  return (
    <nav aria-label={t.yours} className="mt-3">
      <ul className="grid grid-cols-2 sm:flex sm:gap-x-5">
        {[
          { to: memberPath(username), label: t.yourPublicPage },
          { to: '/settings', label: t.settings },
          { to: '/dashboard', label: t.dashboard },
          { to: '/bookmarks', label: t.yourBookmarks },
          { to: '/reports', label: t.yourReports },
          { to: '/sanction', label: limitsOnYourAccount },
        ].map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center text-14 text-accent hover:underline sm:min-h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Guest() {
  return (
    <>
      <h1 className="mb-4 text-28">{t.profile}</h1>
      <MembersOnly
        title={t.pleaseSignInToView4}
        finds={[
          {
            Icon: Award,
            title: t.yourStanding,
            text: t.levelReputationAndAYear,
          },
          {
            Icon: Pencil,
            title: t.howOthersSeeYou,
            text: t.yourPictureYourNameAnd,
          },
          {
            Icon: MessagesSquare,
            title: t.whatYouWrote,
            text: t.yourDiscussionsBookmarksAnd,
          },
        ]}
      />
    </>
  )
}

function Own({ member }: { member: Member }) {
  const { userId } = member
  const [isEditing, setIsEditing] = useState(false)
  return (
    <OwnProfileGate userId={userId}>
      {(profile, refresh) => (
        <div>
          {isEditing ? (
            <>
              <h1 className="mb-3 text-22">{t.editProfile}</h1>
              <ProfileForm
                profile={profile}
                onCancel={() => setIsEditing(false)}
                onAvatar={refresh}
                onSaved={async () => {
                  await refresh()
                  setIsEditing(false)
                }}
              />
            </>
          ) : (
            <>
              <div className="mb-3 empty:hidden">
                <WaitingDraft draftKey={profileDraftKey(userId)} onContinue={() => setIsEditing(true)} />
              </div>
              <View member={member} profile={profile} onEdit={() => setIsEditing(true)} />
            </>
          )}
          <OwnLinks username={profile.username} />
          <Written userId={userId} />
          <div className="mt-8 border-t border-line pt-4">
            <SignOutButton className={buttonClass('secondary', 'small')}>
              <LogOut size={16} aria-hidden />
              {t.signOut}
            </SignOutButton>
          </div>
        </div>
      )}
    </OwnProfileGate>
  )
}

function View({ member, profile, onEdit }: { member: Member; profile: OwnProfile; onEdit: () => void }) {
  const total = useQuery(profileQueries.threadCount(member.userId))
  return (
    <ProfileView profile={profile} email={member.email} threadCount={total.data ?? null} onEdit={onEdit} />
  )
}

/** A year of activity, and the latest discussions. */
function Written({ userId }: { userId: string }) {
  const threads = useQuery(profileQueries.recentThreads(userId))
  const activity = useQuery(memberQueries.activity(userId))
  return (
    <>
      {activity.data ? (
        <div className="mt-4">
          <ActivityMap active={activity.data} today={indianDay(activity.dataUpdatedAt)} />
        </div>
      ) : null}
      <h2 className="mt-8 mb-3 text-22">{t.yourDiscussions}</h2>
      {threads.isError ? (
        <Failed message={t.yourDiscussionsCouldNotBe} onRetry={() => void threads.refetch()} />
      ) : threads.data ? (
        <OwnThreads threads={threads.data} />
      ) : (
        <Skeleton label={t.loadingYourDiscussions} />
      )}
    </>
  )
}
