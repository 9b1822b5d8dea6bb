// Sign in, then act. What a guest was about to do is stored in this browser and done once there is a session, even if the
// address was confirmed in another tab.
import { useCallback, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keepItem, localStore } from '#app/platform/browser/browser-storage.ts'
import { signInPath } from '#app/platform/paths.ts'
import {
  type Client,
  currentSession,
  memberClient,
  type Session,
  useSession,
} from '#app/platform/session/session.ts'
import { INTENT_KEY } from '#shared/page-contract.ts'

/** Long enough for a confirmation by e-mail; later the visitor does not expect it any more. */
const LIFETIME_MS = 60 * 60 * 1_000

const VERBS = ['upvote', 'reply', 'bookmark', 'follow', 'report'] as const
export type Verb = (typeof VERBS)[number]
/** An act on one thing, e.g. `upvote 1b9d…`. */
export type Intent = `${Verb} ${string}`

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

/** Stores `intent` in place of an earlier one. */
function rememberIntent(intent: Intent): void {
  // Without storage the visitor has to click again.
  keepItem(localStore(), INTENT_KEY, `${Date.now()} ${intent}`)
}

/** The stored intent, and whether it is of the kind `upvote`, `reply` …; null if there is none. */
export function waitingVerb(): Verb | null {
  const [verb] = waitingIntent()?.split(' ') ?? []
  return VERBS.find((known) => known === verb) ?? null
}

function waitingIntent(): string | null {
  const [, at, intent] = /^(\d+) (.+)$/.exec(localStore().getItem(INTENT_KEY) ?? '') ?? []
  return intent && Date.now() - Number(at) < LIFETIME_MS ? intent : null
}

/**
 * Runs `act` once when the member has an intent of a guest.
 * @param intents that this component can carry out
 * @param isReady false while the data for `act` are loading
 */
export function useIntent(intents: readonly Intent[], isReady: boolean, act: (intent: Intent) => void): void {
  const isMember = useSession().status === 'member'
  const run = useEffectEvent(act)
  const known = intents.join('\n')
  useEffect(() => {
    if (!isMember || !isReady) return
    const waiting = waitingIntent()
    const mine = (known.split('\n') as Intent[]).find((intent) => intent === waiting)
    if (!mine) return
    keepItem(localStore(), INTENT_KEY, null)
    run(mine)
  }, [isMember, isReady, known])
}
