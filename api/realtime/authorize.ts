// Authorises channels: on joining, on a token exchange, before deliveries on private topics, when a token expires,
// and when an account or session is revoked.
import type { Auth } from '../auth/auth.ts'
import { CredentialError } from '../auth/authenticate.ts'
import type { Database } from '../database/database.ts'
import { asViewer, type RequestContext } from '../database/scope.ts'
import { sessionRefusal } from '../database/session-refusal.ts'
import type { Viewer } from '../viewer.ts'

export type Permissions = {
  receive_broadcast: boolean
  send_broadcast: boolean
  receive_presence: boolean
  send_presence: boolean
}

export type Judgement = { permissions: Promise<Permissions>; at: number }

/** A refusal; its message is sent to the client, over HTTP with `status`. */
export class Refusal extends Error {
  readonly status: number

  constructor(message: string, status = 401) {
    super(message)
    this.status = status
  }
}

export const mayNotRead = (topic: string) =>
  new Refusal(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`)

/** Maximum age of cached permissions when a message is delivered on a private topic. */
const JUDGED_FOR_MS = 1_000

const CONTEXT: RequestContext = { readOnly: true, method: 'GET', path: '/realtime/v1/websocket' }

export function createAuthorize(db: Database, auth: Auth) {
  /** Checks that a member's session is alive. @throws Refusal */
  const enter = async (viewer: Viewer) => {
    if (viewer.userId === null) return
    await asViewer(db, viewer, CONTEXT, { text: 'select 1', values: [] }).catch(refuse)
  }

  const ask = async (viewer: Viewer, topic: string): Promise<Permissions> => {
    const [row] = await asViewer<Permissions>(
      db,
      viewer,
      // The check inserts a probe row and rolls back.
      { ...CONTEXT, readOnly: false, rollback: true },
      { text: 'select * from realtime.authorize($1::text)', values: [topic] },
    ).catch(refuse)
    if (!row) throw new Refusal('Unauthorized')
    return row
  }

  return {
    enter,
    /** @throws Refusal when the credential is invalid, or its session is over */
    identify: async (credential: string, address: string): Promise<Viewer> => {
      // A token contains no spaces; anything else is invalid in a header.
      if (!/^[\x21-\x7e]+$/.test(credential))
        throw new Refusal('MalformedJWT: The token provided is not a valid JWT')
      const authorization = `Bearer ${credential}`
      const viewer = await auth.identify({ apiKey: null, authorization }, address).catch((error: unknown) => {
        throw error instanceof CredentialError ? refusalOfToken(error) : error
      })
      await enter(viewer)
      return viewer
    },
    /** What `subscriber` may do on a private topic, asked within the last second. @throws Refusal */
    permissions: (
      subscriber: { viewer: Viewer; judgements: Map<string, Judgement> },
      topic: string,
    ): Promise<Permissions> => {
      const known = subscriber.judgements.get(topic)
      if (known && Date.now() - known.at < JUDGED_FOR_MS) return known.permissions
      const permissions = ask(subscriber.viewer, topic)
      subscriber.judgements.set(topic, { permissions, at: Date.now() })
      // Failures are not cached.
      permissions.catch(() => subscriber.judgements.delete(topic))
      return permissions
    },
  }
}

export type Authorize = ReturnType<typeof createAuthorize>

function refusalOfToken({ fault, message }: CredentialError): Refusal {
  return new Refusal(`InvalidJWTToken: ${fault === 'expired' ? 'Token has expired' : message}`)
}

/** The refusal for a session that is over or lacks its second factor; null for any other error. */
export function refusalOfSession(error: unknown): Refusal | null {
  const refusal = sessionRefusal(error)
  return refusal && new Refusal(`Unauthorized: ${refusal.code}`, refusal.status)
}

function refuse(error: unknown): never {
  throw refusalOfSession(error) ?? error
}
