// GET /callback: the provider's redirect back. The visitor always ends at an allowed address of the site, with a code
// (PKCE), a session in the fragment (implicit flow), or an error in both.
import { deleteCookie, getCookie } from 'hono/cookie'
import { digest } from '../../crypto.ts'
import type { Sql } from '../../database/connection.ts'
import { asAuth } from '../../database/scope.ts'
import { AuthError, emailExists, isDatabaseError, isTaken } from '../errors.ts'
import { type AuthContext, assertWithinLimit, deviceOf } from '../services.ts'
import { sessionParameters } from '../sessions.ts'
import { issueCode } from '../signin/pkce.ts'
import { CALLBACK_PATH, cookieOf, FLOW_SECONDS } from './authorize.ts'
import { accountOf, linkTo } from './identities.ts'
import type { ExternalUser } from './providers.ts'

type Flow = {
  id: string
  provider: string
  challenge: string | null
  redirectTo: string
  target: string | null
  /** The session that asked to link; null: a sign-in. */
  sessionId: string | null
  browser: string
  verifier: string
  nonce: string
  late: boolean
}

/** OAuth error codes for GoTrue's statuses. */
const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  503: 'temporarily_unavailable',
}

export async function callback(context: AuthContext): Promise<Response> {
  const { limits, redirects, siteUrl } = context.var.services
  let landing = siteUrl
  try {
    assertWithinLimit(await limits.settings(deviceOf(context).address))
    const state = context.req.query('state') ?? ''
    const flow = await takeFlow(context, state)
    landing = flow.redirectTo
    const externalUser = await exchangeCode(context, flow, state)
    const answer = await finish(context, flow, externalUser)
    return context.redirect(redirects.withAnswer(landing, flow.challenge ? 'query' : 'fragment', answer), 302)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const answer = {
      error: OAUTH_ERRORS[error.status] ?? 'server_error',
      error_code: error.code,
      error_description: error.message,
    }
    return context.redirect(redirects.withAnswer(landing, 'both', answer), 302)
  }
}

/** Consumes the flow of `state`, if this browser started it. */
async function takeFlow(context: AuthContext, state: string): Promise<Flow> {
  const [flow] = await asAuth(
    context.var.services.db,
    (sql) => sql<Flow[]>`
      delete from auth.flow_state where state_hash = ${digest(state)}
      returning id, provider_type as provider, code_challenge as challenge, referrer as "redirectTo",
        linking_target_id as target, linking_session_id as "sessionId", browser_hash as browser, provider_code_verifier as verifier,
        provider_nonce as nonce, created_at < now() - make_interval(secs => ${FLOW_SECONDS}) as late`,
  )
  const browser = getCookie(context, cookieOf(state))
  deleteCookie(context, cookieOf(state), {
    path: new URL(context.var.services.apiAddress(CALLBACK_PATH)).pathname,
  })
  if (!flow || flow.late) {
    throw new AuthError(400, 'bad_oauth_state', 'OAuth state is unknown, used or too old: begin again')
  }
  if (!browser || digest(browser) !== flow.browser) {
    throw new AuthError(400, 'bad_oauth_state', 'OAuth state belongs to another browser: begin again')
  }
  return flow
}

async function exchangeCode(context: AuthContext, flow: Flow, state: string): Promise<ExternalUser> {
  const { apiAddress, log, providers } = context.var.services
  const { searchParams, search } = new URL(context.req.url)
  if (searchParams.has('error')) {
    const said = searchParams.get('error_description') || searchParams.get('error') || ''
    throw new AuthError(403, 'bad_oauth_callback', said.slice(0, 300))
  }
  const provider = providers.get(flow.provider)
  if (!provider) throw new AuthError(400, 'provider_disabled', `${flow.provider} is not set up any more`)
  const { verifier, nonce } = flow
  // The callback URL as registered with the provider, regardless of proxies.
  const answer = new URL(apiAddress(`${CALLBACK_PATH}${search}`))
  return provider.exchangeCode({ state, verifier, nonce }, answer).catch((error: unknown) => {
    log.warn({ err: error, provider: flow.provider }, 'auth.provider_response_invalid')
    throw new AuthError(400, 'bad_oauth_callback', `Unable to exchange external code with ${flow.provider}`)
  })
}

/** Signs in, or links the identity, and returns the parameters for the client. */
async function finish(
  context: AuthContext,
  flow: Flow,
  externalUser: ExternalUser,
): Promise<Record<string, string>> {
  const { db, sessions } = context.var.services
  const device = deviceOf(context)
  const { target, sessionId } = flow
  const account = (sql: Sql) => {
    if (target === null) return accountOf(sql, context, externalUser)
    if (sessionId) return linkTo(sql, { userId: target, sessionId }, externalUser)
    throw new AuthError(400, 'bad_oauth_state', 'OAuth state belongs to no session: begin again')
  }
  const once = () =>
    asAuth(db, async (sql) => {
      const userId = await account(sql)
      if (flow.challenge) {
        return { code: await issueCode(sql, { userId, challenge: flow.challenge, method: 'oauth' }) }
      }
      return sessionParameters(await sessions.open(sql, userId, device, 'oauth'))
    })
  return once()
    .catch((error: unknown) => {
      // A concurrent callback (two tabs) has just created the account.
      if (isDatabaseError(error) && error.code === '23505') return once()
      throw error
    })
    .catch((error: unknown) => {
      // Held for the account that gave the address up (auth.refuse_held_email).
      throw isTaken(error) ? emailExists() : error
    })
}
