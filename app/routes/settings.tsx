// The member's settings. Each section has an address; its parts load with it.
import { Bell, KeyRound, Shield, UserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LoadingProfile, OwnProfileGate } from '#app/features/profile/own-profile-gate.tsx'
import { ProfileForm } from '#app/features/profile/profile-form.tsx'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { pageMeta } from '#app/platform/seo/meta.ts'
import { type Member, useSession } from '#app/platform/session/session.ts'
import { LanguageChoice } from '#app/shell/language-choice.tsx'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { FormSection } from '#app/ui/forms/form-section.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { Rail, type RailEntry } from '#app/ui/rail.tsx'
import * as t from '#words/pages-more.ts'
import type { Route } from './+types/settings'

const NotificationSettings = lazyWithRetry(
  () => import('#app/features/notifications/notification-settings.tsx'),
)
const PushOnDevice = lazyWithRetry(() => import('#app/features/notifications/push-on-device.tsx'))
const WatchList = lazyWithRetry(() => import('#app/domain/tracking/watch-list.tsx'))
const MuteList = lazyWithRetry(() => import('#app/domain/mutes/mute-list.tsx'))
const DataExport = lazyWithRetry(() => import('#app/features/profile/data-export.tsx'))
const CloseAccount = lazyWithRetry(() => import('#app/features/auth/close-account.tsx'))
const Security = lazyWithRetry(() => import('#app/features/auth/security/security.tsx'))

const PROFILE: RailEntry = { to: '/settings', label: t.profile, Icon: UserRound }
const SECTIONS: readonly RailEntry[] = [
  PROFILE,
  { to: '/settings/notifications', label: t.notifications, Icon: Bell },
  { to: '/settings/security', label: t.security, Icon: KeyRound },
  { to: '/settings/privacy', label: t.privacyAndData, Icon: Shield },
]

function sectionAt(pathname: string): RailEntry {
  return SECTIONS.find(({ to }) => to === pathname) ?? PROFILE
}

export function meta({ matches, location }: Route.MetaArgs) {
  const { to, label } = sectionAt(location.pathname)
  return pageMeta(matches, {
    title: t.settings2(label),
    description: t.yourProfileYourNotificationsYour,
    path: to,
    isIndexed: false,
  })
}

export default withQueries(SettingsPage)

function SettingsPage() {
  const session = useSession()
  const { to, label } = sectionAt(useLocation().pathname)
  return (
    <div className="page pt-3 lg:grid lg:grid-cols-[180px_minmax(0,1fr)] lg:gap-8 lg:pt-6">
      <Rail label={t.settings} groups={[SECTIONS]} current={to} />
      <div className="min-w-0 max-w-4xl pt-4 lg:pt-0">
        <h1 className="mb-4 text-28">{label}</h1>
        <NeedsScript what={t.changingYourSettings} />
        <div className="guest-only">
          <MembersOnly title={t.pleaseSignInToChange} finds={FINDS} />
        </div>
        <div className="member-only">
          {session.status === 'member' ? (
            <Section at={to} member={session} key={session.userId} />
          ) : (
            <LoadingProfile text={t.loadingYourSettings} />
          )}
        </div>
      </div>
    </div>
  )
}

const FINDS = [
  { Icon: UserRound, title: t.howOthersSeeYou, text: t.yourPictureYourNameAnd2 },
  { Icon: Bell, title: t.whatYouAreTold, text: t.repliesMentionsAndWhatYou },
  {
    Icon: KeyRound,
    title: t.yourSecurity,
    text: t.passwordTwoStepSignIn,
  },
] as const

function Section({ at, member }: { at: string; member: Member }) {
  switch (at) {
    case '/settings/notifications':
      return (
        <Suspense fallback={<Skeleton label={t.loadingYourChoices} rows={2} />}>
          <NotificationSettings userId={member.userId} email={member.email} />
          <PushOnDevice userId={member.userId} />
          <WatchList userId={member.userId} />
          <MuteList userId={member.userId} />
        </Suspense>
      )
    case '/settings/security':
      return (
        <Suspense fallback={<Skeleton label={t.loadingSecurity} rows={4} />}>
          <Security email={member.email} />
        </Suspense>
      )
    case '/settings/privacy':
      return <OwnData member={member} />
    default:
      return <EditProfile userId={member.userId} />
  }
}

function EditProfile({ userId }: { userId: string }) {
  const navigate = useNavigate()
  // A saved form starts again with what is stored now.
  const [saved, setSaved] = useState(0)
  return (
    <OwnProfileGate userId={userId}>
      {(profile, refresh) => (
        <>
          <ProfileForm
            key={saved}
            profile={profile}
            onAvatar={refresh}
            onSaved={async () => {
              await refresh()
              setSaved(saved + 1)
            }}
            onCancel={() => void navigate('/profile')}
          />
          {/* Not before the form, which would push it down. */}
          <div className="mt-4 rounded-card border border-line bg-surface">
            <FormSection title={t.language} about={t.ofPagesMailsAndYour}>
              <LanguageChoice />
            </FormSection>
          </div>
        </>
      )}
    </OwnProfileGate>
  )
}

function OwnData({ member }: { member: Member }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface">
      <FormSection title={t.exportLabel} about={t.takeYourDataWithYou}>
        <Suspense fallback={<Skeleton label={t.loadingYourExports} rows={1} />}>
          <DataExport userId={member.userId} />
        </Suspense>
      </FormSection>
      <FormSection title={t.closeAccount} about={t.leaveTheSiteAndRemove}>
        <Suspense fallback={<Skeleton label={t.loading} rows={1} />}>
          <CloseAccount email={member.email} />
        </Suspense>
      </FormSection>
    </div>
  )
}
