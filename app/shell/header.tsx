// The header: logo, links, theme, and the member's menu. The page contains a guest's and a member's version, and an
// attribute on <html> selects one of them before the first paint.
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { currentLink, HEADER_LINKS, matchesExactly } from '#app/platform/paths.ts'
import { useSession } from '#app/platform/session/session.ts'
import { SignInLink } from '#app/platform/session/session-links.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { Kept, NOWHERE } from '#app/ui/kept.tsx'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { Link, NavLink } from '#app/ui/link.tsx'
import type { SiteInfo } from '#shared/site.ts'
import * as t from '#words/shell.ts'
import { HeaderSearch } from './header-search.tsx'
import { IS_ONE_OTHER, LanguageLinks } from './language-links.tsx'
import { Mark } from './mark.tsx'
import { Menu } from './menu.tsx'
import type OwnMenuType from './own-menu.tsx'
import { switchTheme } from './theme.ts'

/** For members only: a guest's browser never loads it. */
const Bell = lazyOptional(() => import('#app/features/notifications/bell.tsx'))

export function Header({ site }: { site: SiteInfo }) {
  const current = currentLink(HEADER_LINKS, useLocation().pathname)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="page flex h-(--header-height) items-center gap-2 lg:gap-6">
        <Link
          to="/"
          className="flex min-h-11 items-center gap-2 font-display text-18 font-bold tracking-tight"
        >
          <Mark />
          <span className="site-name">{site.name}</span>
        </Link>
        <Kept
          as="nav"
          look={['header', current]}
          at={current || NOWHERE}
          texts={{}}
          aria-label={t.main}
          className="hidden gap-1 lg:flex"
        >
          {() =>
            HEADER_LINKS.map(({ to, label }) => (
              <NavLink key={to} to={to} end={matchesExactly(to)} className="main-link">
                {label}
              </NavLink>
            ))
          }
        </Kept>
        <div className="ml-auto flex items-center gap-1">
          <HeaderSearch />
          {IS_ONE_OTHER ? <LanguageLinks className={buttonClass('quiet', 'small', 'max-lg:hidden')} /> : null}
          <ThemeToggle />
          <OwnBell />
          <div className="guest-only ml-1 hidden lg:block">
            <SignInLink className={buttonClass('primary', 'small')} />
          </div>
          <div className="member-only hidden items-center gap-1 lg:flex">
            <AdminLink />
            {/* The width of the name at the last visit, so that nothing moves when it appears. The end of a long one goes,
                because the words of some languages are long too. */}
            <div className="flex w-[min(var(--own-name,7ch)+3.75rem,9.5rem)] items-center justify-end">
              <OwnProfile />
            </div>
          </div>
          <Menu />
        </div>
      </div>
    </header>
  )
}

function OwnBell() {
  const session = useSession()
  return (
    // The width of the bell, so that nothing moves when it appears.
    <div className="member-only size-11">
      {session.status === 'member' ? (
        <Suspense>
          <Bell userId={session.userId} key={session.userId} />
        </Suspense>
      ) : null}
    </div>
  )
}

const FACE = 'inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-raised'

function OwnProfile() {
  const session = useSession()
  const [OwnMenu, setOwnMenu] = useState<typeof OwnMenuType | null>(null)
  const profile = session.status === 'member' ? session.profile : null
  const load = () =>
    import('./own-menu.tsx').then(
      (loaded) => setOwnMenu(() => loaded.default),
      () => toastFailure(t.theMenuCouldNotBe, t.checkYourConnectionAndTry2),
    )
  return (
    // The face is at the right edge, so that its position does not depend on the name, which appears later.
    <>
      <Link
        to="/profile"
        className="flex min-h-11 min-w-0 items-center rounded-control px-2 text-15 hover:bg-raised"
      >
        {profile ? (
          <span className="truncate">{profile.username}</span>
        ) : (
          <>
            <span className="h-3 w-20 rounded-full bg-raised" />
            <span className="sr-only">{t.profile}</span>
          </>
        )}
      </Link>
      {OwnMenu && profile ? (
        <OwnMenu id={profile.id} picture={profile.avatar_url} className={FACE} />
      ) : (
        <button
          type="button"
          aria-label={t.yourMenu}
          aria-haspopup="menu"
          aria-expanded={false}
          className={FACE}
          onClick={() => void load()}
        >
          {profile ? (
            <Avatar id={profile.id} src={profile.avatar_url} size={32} />
          ) : (
            <span className="size-8 rounded-face bg-raised" />
          )}
        </button>
      )}
    </>
  )
}

function AdminLink() {
  const session = useSession()
  if (session.status !== 'member' || !session.isAdmin) return null
  return (
    <NavLink
      to="/admin"
      title={t.admin}
      className={({ isActive }) =>
        buttonClass('quiet', 'small', `sign-admin shrink-0 min-w-11 px-0! ${isActive ? 'text-accent!' : ''}`)
      }
    >
      <span className="sr-only">{t.admin}</span>
    </NavLink>
  )
}

function ThemeToggle() {
  return (
    <button
      type="button"
      className={buttonClass('quiet', 'small', 'needs-script min-w-11')}
      onClick={switchTheme}
    >
      <span className="sign-sun hidden dark-theme:block">
        <span className="sr-only">{t.switchToLight}</span>
      </span>
      <span className="sign-moon dark-theme:hidden">
        <span className="sr-only">{t.switchToDark}</span>
      </span>
    </button>
  )
}
