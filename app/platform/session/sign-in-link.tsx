// Leads to sign-in and remembers where the visitor was.
import { Link, useLocation } from 'react-router'
import { signInPath } from '#app/platform/paths.ts'

const NOWHERE_TO_RETURN = ['/signin', '/signup']

export function SignInLink({ className }: { className?: string }) {
  const { pathname, search } = useLocation()
  const to = NOWHERE_TO_RETURN.includes(pathname) ? '/signin' : signInPath(pathname + search)
  return (
    <Link to={to} className={className}>
      Sign In
    </Link>
  )
}
