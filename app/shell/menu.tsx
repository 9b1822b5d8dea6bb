// The header's links for narrow screens. A <details>, so that it opens without JavaScript.
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { currentLink, HEADER_LINKS, matchesExactly } from '#app/platform/paths.ts'
import { useSession } from '#app/platform/session/session.ts'
import { SignInLink, SignOutButton } from '#app/platform/session/session-links.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { Kept, NOWHERE } from '#app/ui/kept.tsx'
import { Link, NavLink } from '#app/ui/link.tsx'
import * as t from '#words/shell.ts'
import { LanguageLinks } from './language-links.tsx'

const ROW = 'menu-row'

const LINKS = [{ to: '/', label: t.home }, ...HEADER_LINKS] as const

export function Menu() {
  const details = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const current = currentLink(LINKS, pathname)
  const session = useSession()
  useEffect(() => {
    if (pathname && details.current) details.current.open = false
  }, [pathname])
  const profile = session.status === 'member' ? session.profile : null
  return (
    <details
      ref={details}
      className="group -mr-3 lg:hidden"
      // Closes after a choice, and when the focus leaves it.
      onClick={({ target }) => {
        if (details.current && target instanceof Element && target.closest('a, button'))
          details.current.open = false
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return
        details.current.open = false
        details.current.querySelector('summary')?.focus()
      }}
    >
      <summary
        className={buttonClass(
          'quiet',
          'small',
          'sign-menu min-w-11 list-none [&::-webkit-details-marker]:hidden',
        )}
      >
        <span className="sr-only">{t.menu}</span>
      </summary>
      <nav
        aria-label={t.menu}
        // The shadow is below only: header and menu look like one surface.
        className="absolute inset-x-0 top-(--header-height) border-y border-line bg-surface px-4 py-2 shadow-float [clip-path:inset(0_0_-40px)]"
      >
        <Kept look={['menu', current]} at={current || NOWHERE} texts={{}}>
          {() =>
            LINKS.map(({ to, label }) => (
              <NavLink key={to} to={to} end={matchesExactly(to)} className={ROW}>
                {label}
              </NavLink>
            ))
          }
        </Kept>
        <div className="my-2 border-t border-line" />
        <LanguageLinks className={ROW} />
        <div className="guest-only">
          <SignInLink className={buttonClass('primary', 'normal', 'my-2 w-full')} />
        </div>
        <div className="member-only">
          <Link to="/profile" className={`${ROW} gap-3`}>
            {profile ? <Avatar id={profile.id} src={profile.avatar_url} size={32} /> : null}
            <span className="truncate">{profile?.username ?? t.profile}</span>
          </Link>
          <Link to="/unread" className={ROW}>
            {t.unread}
          </Link>
          <Link to="/bookmarks" className={ROW}>
            {t.bookmarks}
          </Link>
          <Link to="/settings" className={ROW}>
            {t.settings}
          </Link>
          {session.status === 'member' && session.isAdmin ? (
            <NavLink to="/admin" className={ROW}>
              {t.admin}
            </NavLink>
          ) : null}
          <SignOutButton className={`${ROW} w-[calc(100%+1.5rem)] text-left`}>{t.signOut}</SignOutButton>
        </div>
      </nav>
    </details>
  )
}
