// GET /authorize: redirects to Google or GitHub. GET /user/identities/authorize: the same, to link an identity to the
// caller's account.
//
// The callback is accepted only from the browser that started the flow, which a cookie identifies. Without it, an
// attacker could start a flow and have another person's browser complete it (login CSRF).
import { setCookie } from 'hono/cookie'
import { digest, randomToken } from '../../crypto.ts'
import { asAuth } from '../../database/scope.ts'
import { requireRecentProof } from '../credentials/recent-proof.ts'
import { AuthError, invalid } from '../errors.ts'
import {
  type AuthContext,
  assertWithinLimit,
  deviceOf,
  requireManualLinking,
  requireSecondStep,
  requireSession,
  requireUser,
} from '../services.ts'
import { readChallenge } from '../signin/pkce.ts'
import { assertNotAnonymous } from '../signup/anonymous.ts'
import type { Secrets } from './providers.ts'

export const FLOW_SECONDS = 600
export const CALLBACK_PATH = '/auth/v1/callback'

export async function authorize(context: AuthContext): Promise<Response> {
  const url = await startFlow(context, null)
  return context.redirect(url.href, 302)
}

/** 302 to the provider, or 200 with its URL if `skip_http_redirect` is set. */
export async function linkIdentity(context: AuthContext): Promise<Response> {
  requireManualLinking(context)
  const signedIn = await requireUser(context)
  assertNotAnonymous(signedIn.user)
  requireSecondStep(signedIn, 'AAL2 required to link an identity')
  // Asked when the flow begins: the answer of the provider comes from a browser without a token.
  await requireRecentProof(context, signedIn)
  const url = await startFlow(context, { userId: signedIn.user.id, sessionId: requireSession(signedIn).id })
  if (context.req.query('skip_http_redirect') === 'true') return context.json({ url: url.href })
  return context.redirect(url.href, 302)
}

type LinkTarget = { userId: string; sessionId: string }

async function startFlow(context: AuthContext, linkTo: LinkTarget | null): Promise<URL> {
  const { apiAddress, db, limits, log, providers, redirects } = context.var.services
  const query = (name: string) => context.req.query(name) || null
  const name = query('provider') ?? ''
  const provider = providers.get(name)
  if (!provider) throw invalid('Unsupported provider: provider is not enabled')
  const challenge = readChallenge({
    code_challenge: query('code_challenge'),
    code_challenge_method: query('code_challenge_method'),
  })
  assertWithinLimit(await limits.provider(deviceOf(context).address))
  const secrets: Secrets = { state: randomToken(32), verifier: randomToken(32), nonce: randomToken(32) }
  const callback = apiAddress(CALLBACK_PATH)
  const url = await provider.authorizationUrl(secrets, callback).catch((error: unknown) => {
    log.warn({ err: error, provider: name }, 'auth.provider_unreachable')
    throw new AuthError(502, 'unexpected_failure', `${name} could not be asked`)
  })
  const browser = randomToken(32)
  await asAuth(
    db,
    (sql) => sql`
      insert into auth.flow_state (provider_type, authentication_method, code_challenge, code_challenge_method,
        referrer, linking_target_id, linking_session_id, state_hash, browser_hash, provider_code_verifier, provider_nonce)
      values (${name}, 'oauth', ${challenge}, ${challenge && 's256'}, ${redirects.choose(query('redirect_to'))},
        ${linkTo?.userId ?? null}, ${linkTo?.sessionId ?? null}, ${digest(secrets.state)}, ${digest(browser)},
        ${secrets.verifier}, ${secrets.nonce})`,
  )
  setCookie(context, cookieOf(secrets.state), browser, {
    path: new URL(callback).pathname,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: FLOW_SECONDS,
    secure: callback.startsWith('https:'),
  })
  return url
}

/** One cookie per flow, because two tabs may run flows at the same time. */
export function cookieOf(state: string): string {
  return `flow-${digest(state).slice(0, 12)}`
}
