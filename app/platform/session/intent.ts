// What a guest set out to do before signing in: it is remembered in this browser and done once there is a session, also
// when the address was confirmed in another tab.
import { useEffect, useEffectEvent } from 'react'
import { useSession } from './session.ts'

const KEY = 'intent'
/** Long enough for a mail that confirms an address; later nobody expects it any more. */
const LIFETIME_MS = 60 * 60 * 1_000

const VERBS = ['upvote', 'reply', 'bookmark', 'follow', 'report'] as const
export type Verb = (typeof VERBS)[number]
/** An act on one thing, e.g. `upvote 1b9d…`. */
export type Intent = `${Verb} ${string}`

/** Remembers `intent` as what the visitor wants next; an earlier one is forgotten. */
export function rememberIntent(intent: Intent): void {
  try {
    localStorage.setItem(KEY, `${Date.now()} ${intent}`)
  } catch {
    // Without storage the visitor presses again.
  }
}

/** What waits to be done, and whether that is `upvote`, `reply` …; null when nothing does. */
export function waitingVerb(): Verb | null {
  const [verb] = waitingIntent()?.split(' ') ?? []
  return VERBS.find((known) => known === verb) ?? null
}

function waitingIntent(): string | null {
  try {
    const [, at, intent] = /^(\d+) (.+)$/.exec(localStorage.getItem(KEY) ?? '') ?? []
    return intent && Date.now() - Number(at) < LIFETIME_MS ? intent : null
  } catch {
    return null
  }
}

/**
 * Runs `act` once when a member is here who set out to do it as a guest.
 * @param intents that this component can do
 * @param isReady false while what `act` needs is still loading
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
    localStorage.removeItem(KEY)
    run(mine)
  }, [isMember, isReady, known])
}
