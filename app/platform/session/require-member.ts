// Requires a session for an act: a guest goes to the sign-in page and returns.
import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInPath } from '#app/platform/paths.ts'
import { type Intent, rememberIntent } from './intent.ts'
import { type Client, currentSession, memberClient, type Session } from './session.ts'

export type Acting = Extract<Session, { status: 'member' }> & { client: Client }

/**
 * Returns a function that resolves to the member with their client, or to null after redirecting a guest. With an
 * intent, the act is carried out after signing in (`useIntent`).
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
