// The way in and the way out: signing in comes back to where the visitor was, signing out leads home.
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

/** The server is told, but nobody waits long for its answer: here the session is gone already. */
const LONGEST_WAIT_MS = 1_000

/** Ends the session here, and leads home. */
export function SignOutButton({ className, children }: { className?: string; children: ReactNode }) {
  const navigate = useNavigate()
  const leave = async () => {
    // First the session, then the way: home may not load (offline), and leaving must not depend on it.
    await Promise.race([signOut(), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))])
    await navigate('/')
  }
  return (
    <button type="button" className={className} onClick={() => void leave()}>
      {children}
    </button>
  )
}
