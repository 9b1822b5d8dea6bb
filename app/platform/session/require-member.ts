// The door before every act of a member: a guest is led to sign-in and comes back to where they were.
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInPath } from '#app/platform/paths.ts'
import { type Intent, rememberIntent } from './intent.ts'
import { type Client, currentSession, memberClient, type Session } from './session.ts'

export type Acting = Extract<Session, { status: 'member' }> & { client: Client }

/**
 * Gives a function that resolves to the member with their client, or to null after leading a guest away. With an
 * intent, the guest's act is carried out after signing in (`useIntent`).
 */
export function useRequireMember(): (intent?: Intent) => Promise<Acting | null> {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    async (intent?: Intent) => {
      const client = await memberClient()
      const session = currentSession()
      if (client && session.status === 'member') return { ...session, client }
      if (intent) rememberIntent(intent)
      await navigate(signInPath(pathname + search))
      return null
    },
    [navigate, pathname, search],
  )
}
