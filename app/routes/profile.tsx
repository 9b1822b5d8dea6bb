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
import type { Route } from './+types/profile'

/** Settings that were sections of this page, and are linked from older e-mails and notifications. */
const MOVED: Readonly<Record<string, string>> = {
  '#notifications': '/settings/notifications',
  '#your-data': '/settings/privacy',
}

export function meta({ matches }: Route.MetaArgs) {
  return [
    ...pageMeta(matches, {
      title: 'Profile',
      description: 'Your profile: level, reputation, replies and the discussions that you started.',
      path: '/profile',
    }),
    { name: 'robots', content: 'noindex' },
  ]
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
      <Breadcrumb crumbs={[{ label: 'Home', to: '/' }, { label: 'Profile' }]} />
      <NeedsScript what="Your profile" />
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
    <nav aria-label="Yours" className="mt-3">
      <ul className="grid grid-cols-2 sm:flex sm:gap-x-5">
        {[
          { to: memberPath(username), label: 'Your public page' },
          { to: '/settings', label: 'Settings' },
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/bookmarks', label: 'Your bookmarks' },
          { to: '/reports', label: 'Your reports' },
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
      <h1 className="mb-4 text-28">Profile</h1>
      <MembersOnly
        title="Please sign in to view your profile."
        path="/profile"
        finds={[
          {
            Icon: Award,
            title: 'Your standing',
            text: 'Level, reputation, and a year of what you wrote, day by day.',
          },
          {
            Icon: Pencil,
            title: 'How others see you',
            text: 'Your picture, your name, and a line about what you follow.',
          },
          {
            Icon: MessagesSquare,
            title: 'What you wrote',
            text: 'Your discussions, bookmarks and reports, in one place.',
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
              <h1 className="mb-3 text-22">Edit Profile</h1>
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
              Sign Out
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
      <h2 className="mt-8 mb-3 text-22">Your discussions</h2>
      {threads.isError ? (
        <Failed message="Your discussions could not be loaded." onRetry={() => void threads.refetch()} />
      ) : threads.data ? (
        <OwnThreads threads={threads.data} />
      ) : (
        <Skeleton label="Loading your discussions..." />
      )}
    </>
  )
}
