// /auth/v1: routes, services and error handling.
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { hasTimedOut, isUnavailable } from '../database/session-refusal.ts'
import type { Email } from '../mail/email.ts'
import { userDelete } from './account/close-account.ts'
import { user, userUpdate } from './account/user-update.ts'
import * as admin from './admin/admin.ts'
import { adminGenerateLink, adminInvite } from './admin/admin-links.ts'
import { adminCreateUser, adminUpdateUser } from './admin/admin-write.ts'
import type { Authenticate } from './authenticate.ts'
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
import {
  type AuthContext,
  type AuthEnv,
  type AuthOptions,
  createServices,
  type Services,
  type SessionCookie,
} from './services.ts'
import { withSessionCookie } from './session-cookie.ts'
import { confirmByButton, confirmPage } from './signin/confirm-page.ts'
import { endSession, listSessions, logout } from './signin/sessions-list.ts'
import { token } from './signin/token.ts'
import { verify, verifyLink } from './signin/verify.ts'
import { signup } from './signup/signup.ts'

export type Auth = {
  app: Hono<AuthEnv>
  authenticate: Authenticate
  /** Renders a task of the mail queue, for api/mail to send. */
  emails: (task: unknown) => Promise<Email[]>
}

export async function createAuth(options: AuthOptions): Promise<Auth> {
  const services = await createServices(options)
  const { authenticate } = services.gate
  return {
    app: endpoints(services, options.sessionCookie ?? null),
    authenticate,
    emails: createEmails(services),
  }
}

function endpoints(services: Services, sessionCookie: SessionCookie | null): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.use((context, next) => {
    context.set('services', services)
    return next()
  })
  app.use(
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
  app.get('/.well-known/jwks.json', jwks)
  app.get('/health', health)
  app.use(async (context, next) => {
    // Neither proxies nor browsers may store sessions and accounts.
    context.header('Cache-Control', 'no-store')
    const refused = await services.gate.checkApiKey(context.req.raw)
    return refused ?? next()
  })
  if (sessionCookie) app.use(withSessionCookie(sessionCookie))
  const forService =
    (endpoint: (context: AuthContext) => Promise<Response>) => async (context: AuthContext) => {
      await admin.requireService(context)
      return endpoint(context)
    }
  app.get('/settings', settings)
  app.post('/signup', signup)
  app.post('/token', token)
  app.post('/logout', logout)
  app.post('/recover', recover)
  app.post('/otp', otp)
  app.post('/magiclink', otp)
  app.post('/resend', resend)
  app.get('/verify', verifyLink)
  app.post('/verify', verify)
  app.get('/confirm', confirmPage)
  app.post('/confirm', confirmByButton)
  app.get('/reauthenticate', reauthenticate)
  app.get('/user', user)
  app.put('/user', userUpdate)
  app.delete('/user', userDelete)
  app.get('/authorize', authorize)
  app.get('/callback', callback)
  app.get('/user/identities/authorize', linkIdentity)
  app.delete('/user/identities/:identity', unlinkIdentity)
  app.get('/user/sessions', listSessions)
  app.delete('/user/sessions/:session', endSession)
  app.post('/invite', forService(adminInvite))
  app.post('/admin/generate_link', forService(adminGenerateLink))
  app.get('/admin/users', forService(admin.listUsers))
  app.post('/admin/users', forService(adminCreateUser))
  app.get('/admin/users/:user', forService(admin.getUser))
  app.put('/admin/users/:user', forService(adminUpdateUser))
  app.delete('/admin/users/:user', forService(admin.deleteUser))
  app.get('/admin/users/:user/factors', forService(admin.listFactors))
  app.delete('/admin/users/:user/factors/:factor', forService(admin.deleteFactor))
  app.post('/factors', enrolFactor)
  app.get('/factors/recovery-codes', recoveryCodes.count)
  app.post('/factors/recovery-codes', recoveryCodes.make)
  app.delete('/factors/recovery-codes', recoveryCodes.remove)
  app.post('/factors/recovery-codes/regenerate', recoveryCodes.regenerate)
  app.post('/factors/recovery-codes/verify', recoveryCodes.verify)
  app.delete('/factors/:factor', unenrolFactor)
  app.post('/factors/:factor/challenge', challengeFactor)
  app.post('/factors/:factor/verify', verifyFactor)
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'There is no such endpoint here')
  })
  app.onError((error, context) => {
    const version = context.req.header(API_VERSION_HEADER)
    if (error instanceof AuthError) return errorResponse(error, version)
    if (isUnavailable(error) || hasTimedOut(error)) {
      const message = 'Processing this request timed out, please retry after a moment.'
      return errorResponse(new AuthError(504, 'request_timeout', message), version)
    }
    services.log.error({ err: error, path: context.req.path }, 'auth.request_failed')
    const message = 'Unexpected failure, please check server logs for more information'
    return errorResponse(new AuthError(500, 'unexpected_failure', message), version)
  })
  return app
}
