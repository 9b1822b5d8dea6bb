// /auth/v1: routes, services and error handling.
import { cors } from 'hono/cors'
import { hasTimedOut, isUnavailable } from '../database/session-refusal.ts'
import type { RouteCost } from '../http/route-cost.ts'
import { createRoutes, type Routes } from '../http/routes.ts'
import { RULES } from '../limits/rules.ts'
import type { Email } from '../mail/email.ts'
import { userDelete } from './account/close-account.ts'
import { user, userUpdate } from './account/user-update.ts'
import * as admin from './admin/admin.ts'
import { adminGenerateLink, adminInvite } from './admin/admin-links.ts'
import { adminCreateUser, adminUpdateUser } from './admin/admin-write.ts'
import { apiKeyOf, CredentialError, type Identify, refusalOfCredential } from './authenticate.ts'
import { prove } from './credentials/recent-proof.ts'
import { createEmails } from './emails/emails.ts'
import { otp, reauthenticate, recover, resend } from './emails/mail-requests.ts'
import { API_VERSION_HEADER, AuthError, errorResponse } from './errors.ts'
import { challengeFactor, verifyFactor } from './mfa/factor-verify.ts'
import { enrolFactor, unenrolFactor } from './mfa/factors.ts'
import * as recoveryCodes from './mfa/recovery-codes.ts'
import { authorize, linkIdentity } from './oauth/authorize.ts'
import { callback } from './oauth/callback.ts'
import { unlinkIdentity } from './oauth/identities.ts'
import { health, jwks, settings } from './public-endpoints.ts'
import { MAX_BODY_BYTES } from './read-body.ts'
import {
  type AuthContext,
  type AuthEnv,
  type AuthOptions,
  type AuthServices,
  createServices,
  type SessionCookie,
} from './services.ts'
import { withSessionCookie } from './session-cookie.ts'
import { CONFIRM_BYTES, confirmByButton, confirmPage } from './signin/confirm-page.ts'
import { endSession, listSessions, logout } from './signin/sessions-list.ts'
import { token } from './signin/token.ts'
import { verify, verifyLink } from './signin/verify.ts'
import { signup } from './signup/signup.ts'

export type Auth = {
  routes: Routes<AuthEnv>
  identify: Identify
  /** Renders a task of the mail queue, for api/mail to send. */
  emails: (task: unknown) => Promise<Email[]>
}

export async function createAuth(options: AuthOptions): Promise<Auth> {
  const services = await createServices(options)
  const { identify } = services.gate
  const routes = authRoutes(services, options.sessionCookie ?? null)
  return { routes, identify, emails: createEmails(services) }
}

/** An operator's request: the secret key is its limit. */
const OPERATOR: RouteCost = { limit: 'none', share: ['accounts'], body: 'none' }
const OPERATOR_WRITE: RouteCost = { ...OPERATOR, body: MAX_BODY_BYTES }
/** A member's request about the own account. */
const OWN: RouteCost = { limit: [RULES.account], share: ['accounts'], body: 'none' }
const OWN_WRITE: RouteCost = { ...OWN, body: MAX_BODY_BYTES }
/** What mails somebody. */
const MAIL: RouteCost = { limit: [RULES['mail-request']], share: ['accounts'], body: MAX_BODY_BYTES }
/** What a mailed link or code proves, or a provider has told. */
const PROOF: RouteCost = { limit: [RULES.verify], share: ['accounts'], body: 'none' }
const SECOND_FACTOR: RouteCost = { limit: [RULES['mfa-code']], share: ['accounts'], body: MAX_BODY_BYTES }

/** The routes of /auth/v1. */
export function authRoutes(services: AuthServices, sessionCookie: SessionCookie | null): Routes<AuthEnv> {
  const routes = createRoutes<AuthEnv>(services.log)
  routes.use('*', (context, next) => {
    context.set('services', services)
    return next()
  })
  routes.use(
    '*',
    cors({
      // No cookies are read, so any origin is allowed: requests have only the credentials they carry.
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: [
        'Accept',
        'Authorization',
        'Content-Type',
        'apikey',
        'X-Client-Info',
        API_VERSION_HEADER,
      ],
      exposeHeaders: ['X-Total-Count', 'Link', API_VERSION_HEADER, 'X-Sb-Error-Code', 'Retry-After'],
      maxAge: 3_600,
    }),
  )
  routes.get('/.well-known/jwks.json', { limit: 'none', share: 'none', body: 'none' }, jwks)
  routes.get('/health', { limit: 'none', share: 'none', body: 'none' }, health)
  routes.use('*', async (context, next) => {
    // Neither proxies nor browsers may store sessions and accounts.
    context.header('Cache-Control', 'no-store')
    await services.gate.checkApiKey(apiKeyOf(context.req.raw))
    return next()
  })
  if (sessionCookie) routes.use('*', withSessionCookie(sessionCookie))
  const forService =
    (endpoint: (context: AuthContext) => Promise<Response>) => async (context: AuthContext) => {
      await admin.requireService(context)
      return endpoint(context)
    }
  routes.get('/settings', { limit: [RULES.settings], share: ['service'], body: 'none' }, settings)
  routes.post(
    '/signup',
    { limit: [RULES['sign-up']], share: ['accounts', 'service'], body: MAX_BODY_BYTES },
    signup,
  )
  routes.post(
    '/token',
    {
      limit: [RULES['sign-in-minute'], RULES.refresh, RULES['sign-up']],
      share: ['accounts', 'service'],
      body: MAX_BODY_BYTES,
    },
    token,
  )
  routes.post('/logout', OWN, logout)
  routes.post('/recover', MAIL, recover)
  routes.post('/otp', MAIL, otp)
  routes.post('/magiclink', MAIL, otp)
  routes.post('/resend', MAIL, resend)
  routes.get('/verify', PROOF, verifyLink)
  routes.post('/verify', { ...PROOF, body: MAX_BODY_BYTES }, verify)
  routes.get('/confirm', { limit: [RULES.settings], share: 'none', body: 'none' }, confirmPage)
  routes.post('/confirm', { ...PROOF, body: CONFIRM_BYTES }, confirmByButton)
  routes.get('/reauthenticate', { ...MAIL, body: 'none' }, reauthenticate)
  routes.post('/reauthenticate', OWN_WRITE, prove)
  routes.get('/user', OWN, user)
  routes.put('/user', { ...OWN_WRITE, share: ['accounts', 'service'] }, userUpdate)
  routes.delete('/user', { ...OWN_WRITE, share: ['accounts', 'service'] }, userDelete)
  routes.get('/authorize', { limit: [RULES.provider], share: ['accounts'], body: 'none' }, authorize)
  routes.get('/callback', { limit: [RULES.settings], share: ['accounts', 'service'], body: 'none' }, callback)
  routes.get('/user/identities/authorize', { ...OWN, limit: [RULES.provider] }, linkIdentity)
  routes.delete('/user/identities/:identity', OWN, unlinkIdentity)
  routes.get('/user/sessions', OWN, listSessions)
  routes.delete('/user/sessions/:session', OWN, endSession)
  routes.post('/invite', OPERATOR_WRITE, forService(adminInvite))
  routes.post('/admin/generate_link', OPERATOR_WRITE, forService(adminGenerateLink))
  routes.get('/admin/users', OPERATOR, forService(admin.listUsers))
  routes.post('/admin/users', OPERATOR_WRITE, forService(adminCreateUser))
  routes.get('/admin/users/:user', OPERATOR, forService(admin.getUser))
  routes.put('/admin/users/:user', OPERATOR_WRITE, forService(adminUpdateUser))
  routes.delete('/admin/users/:user', OPERATOR_WRITE, forService(admin.deleteUser))
  routes.get('/admin/users/:user/factors', OPERATOR, forService(admin.listFactors))
  routes.delete('/admin/users/:user/factors/:factor', OPERATOR, forService(admin.deleteFactor))
  routes.post('/factors', OWN_WRITE, enrolFactor)
  routes.get('/factors/recovery-codes', OWN, recoveryCodes.count)
  routes.post('/factors/recovery-codes', OWN_WRITE, recoveryCodes.make)
  routes.delete('/factors/recovery-codes', OWN_WRITE, recoveryCodes.remove)
  routes.post('/factors/recovery-codes/regenerate', OWN_WRITE, recoveryCodes.regenerate)
  routes.post('/factors/recovery-codes/verify', SECOND_FACTOR, recoveryCodes.verify)
  routes.delete('/factors/:factor', OWN, unenrolFactor)
  routes.post(
    '/factors/:factor/challenge',
    { ...OWN_WRITE, limit: [RULES['mfa-challenge']] },
    challengeFactor,
  )
  routes.post('/factors/:factor/verify', SECOND_FACTOR, verifyFactor)
  routes.otherwise('*', () => {
    throw new AuthError(404, 'not_found', 'There is no such endpoint here')
  })
  routes.app.onError((error, context) => {
    const version = context.req.header(API_VERSION_HEADER)
    if (error instanceof AuthError) return errorResponse(error, version)
    if (error instanceof CredentialError) return refusalOfCredential(error)
    if (isUnavailable(error) || hasTimedOut(error)) {
      const message = 'Processing this request timed out, please retry after a moment.'
      return errorResponse(new AuthError(504, 'request_timeout', message), version)
    }
    services.log.error({ err: error, path: context.req.path }, 'auth.request_failed')
    const message = 'Unexpected failure, please check server logs for more information'
    return errorResponse(new AuthError(500, 'unexpected_failure', message), version)
  })
  return routes
}
