// The member's own page.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Award, LogOut, Pencil, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ActivityMap, indianDay } from '#app/domain/members/activity-map.tsx'
import { memberQueries } from '#app/domain/members/query-options.ts'
import { ProfileForm } from '#app/features/profile/profile-form.tsx'
import { OwnThreads, ProfileView } from '#app/features/profile/profile-view.tsx'
import { MOST_ASKED, profileQueries } from '#app/features/profile/query-options.ts'
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
import { FormSection } from '#app/ui/forms/form-section.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { memberPath } from '#shared/slugs.ts'
import type { Route } from './+types/profile'

/** Loaded after the profile itself. */
const NotificationSettings = lazyWithRetry(
  () => import('#app/domain/notifications/notification-settings.tsx'),
)
const DataExport = lazyWithRetry(() => import('#app/features/profile/data-export.tsx'))
const CloseAccount = lazyWithRetry(() => import('#app/features/auth/close-account.tsx'))
const Security = lazyWithRetry(() => import('#app/features/auth/security/security.tsx'))

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
  return (
    <div className="page max-w-4xl!">
      <Breadcrumb crumbs={[{ label: 'Home', to: '/' }, { label: 'Profile' }]} />
      <NeedsScript what="Your profile" />
      <div className="guest-only">
        <Guest />
      </div>
      <div className="member-only">
        {session.status === 'member' ? <Own member={session} key={session.userId} /> : <Waiting />}
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
            Icon: ShieldCheck,
            title: 'Your security',
            text: 'Password, two-step sign-in, and the devices that are signed in.',
          },
        ]}
      />
    </>
  )
}

function Waiting({ text }: { text?: string }) {
  return (
    <div>
      {text ? <p className="mb-3 text-15 text-muted">{text}</p> : null}
      <Skeleton label={text ?? 'Loading your profile...'} rows={2} bar="h-48 last:h-36" />
    </div>
  )
}

function Own({ member }: { member: Member }) {
  const { userId } = member
  const queries = useQueryClient()
  const [isEditing, setIsEditing] = useState(false)
  const options = profileQueries.own(userId)
  const profile = useQuery(options)
  const asked = queries.getQueryState(options.queryKey)?.dataUpdateCount ?? 0
  const enabled = Boolean(profile.data)
  const total = useQuery({ ...profileQueries.threadCount(userId), enabled })
  const threads = useQuery({ ...profileQueries.recentThreads(userId), enabled })
  const activity = useQuery({ ...memberQueries.activity(userId), enabled })
  const refresh = () => queries.invalidateQueries({ queryKey: memberQueries.of(userId) })
  if (profile.isError)
    return (
      <Failed
        message="Your profile could not be loaded. Check your connection and try again."
        onRetry={() => void profile.refetch()}
      />
    )
  if (profile.isPending) return <Waiting />
  if (profile.data === null && asked >= MOST_ASKED)
    return (
      <Failed
        message="Your profile could not be set up. Try again, or sign out and in."
        onRetry={() => {
          queries.removeQueries(options)
          void profile.refetch()
        }}
      />
    )
  if (profile.data === null) return <Waiting text="Setting up your profile..." />
  return (
    <div>
      {isEditing ? (
        <ProfileForm
          profile={profile.data}
          onCancel={() => setIsEditing(false)}
          onAvatar={refresh}
          onSaved={async () => {
            await refresh()
            setIsEditing(false)
          }}
        />
      ) : (
        <>
          <div className="mb-3 empty:hidden">
            <WaitingDraft draftKey={profileDraftKey(userId)} onContinue={() => setIsEditing(true)} />
          </div>
          <ProfileView
            profile={profile.data}
            email={member.email}
            threadCount={total.data ?? null}
            onEdit={() => setIsEditing(true)}
          />
        </>
      )}
      <OwnLinks username={profile.data.username} />
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
      <h2 id="notifications" className="mt-8 mb-3 text-22">
        Notifications
      </h2>
      <Suspense fallback={<Skeleton label="Loading your choices..." rows={2} />}>
        <NotificationSettings userId={userId} />
      </Suspense>
      <h2 className="mt-8 mb-3 text-22">Security</h2>
      <Suspense fallback={<Skeleton label="Loading security..." rows={4} />}>
        <Security email={member.email} />
      </Suspense>
      <h2 id="your-data" className="mt-8 mb-3 scroll-mt-20 text-22">
        Your data
      </h2>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        <FormSection title="Export" about="Take along what is yours.">
          <Suspense fallback={<Skeleton label="Loading your exports..." rows={1} />}>
            <DataExport userId={userId} />
          </Suspense>
        </FormSection>
        <FormSection title="Close account" about="Leave, and take your name off.">
          <Suspense fallback={<Skeleton label="Loading..." rows={1} />}>
            <CloseAccount email={member.email} />
          </Suspense>
        </FormSection>
      </div>
      <div className="mt-8 border-t border-line pt-4">
        <SignOutButton className={buttonClass('secondary', 'small')}>
          <LogOut size={16} aria-hidden />
          Sign Out
        </SignOutButton>
      </div>
    </div>
  )
}
