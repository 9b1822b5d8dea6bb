// Links to sign in, which return to the current page, and the button to sign out, which leads home.
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { signInPath } from '#app/platform/paths.ts'
import { signOut } from './session.ts'

const NOWHERE_TO_RETURN = ['/signin', '/signup']

export function SignInLink({ className }: { className?: string }) {
  const { pathname, search } = useLocation()
  const to = NOWHERE_TO_RETURN.includes(pathname) ? '/signin' : signInPath(pathname + search)
  return (
    <Link discover="none" to={to} className={className}>
      Sign In
    </Link>
  )
}

/** Waits this long for the server: in this browser the session is over already. */
const LONGEST_WAIT_MS = 1_000

/** @returns ends the session in this browser, and navigates home */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // The session ends before the navigation, because the home page may fail to load when offline.
    await Promise.race([signOut(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))])
    await navigate('/')
  }
}

export function SignOutButton({ className, children }: { className?: string; children: ReactNode }) {
  const leave = useSignOut()
  return (
    <button type="button" className={className} onClick={() => void leave()}>
      {children}
    </button>
  )
}
