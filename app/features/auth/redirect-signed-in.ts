// Whoever is signed in has no business at a door.
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#app/platform/session/session.ts'
import { nextPath } from './next-path.ts'

/** Where the page's address says to go afterwards, as far as it may be followed. */
export function useNextPath(): string {
  const [parameters] = useSearchParams()
  return nextPath(parameters.get('next'))
}

/** Leads on to `next` as soon as there is a session. @returns whether it is doing so */
export function useRedirectIfSignedIn(next: string): boolean {
  const isMember = useSession().status === 'member'
  const navigate = useNavigate()
  useEffect(() => {
    if (isMember) void navigate(next, { replace: true })
  }, [isMember, navigate, next])
  return isMember
}
