// /auth/v1: routes, services and error handling.
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { isLost } from '../database/pool.ts'
import { PoolTimeout } from '../database/scope.ts'
import type { Limits } from '../limits/limits.ts'
import type { Logger } from '../log.ts'
import type { Email } from '../mail/email.ts'
import { createBanNotice } from './account/ban-notice.ts'
import { userDelete } from './account/close-account.ts'
import { reauthenticate } from './account/reauthenticate.ts'
import { user, userUpdate } from './account/user-update.ts'
import {
  adminDeleteFactor,
  adminDeleteUser,
  adminGetUser,
  adminListFactors,
  adminListUsers,
} from './admin/admin.ts'
import { adminGenerateLink } from './admin/admin-generate-link.ts'
import { adminInvite } from './admin/admin-invite.ts'
import { adminCreateUser, adminUpdateUser } from './admin/admin-write.ts'
import { type Authenticate, createGate } from './authenticate.ts'
import { createEmails } from './emails/emails.ts'
import { createMailSecrets } from './emails/mail-secrets.ts'
import { createRedirects } from './emails/redirects.ts'
import { API_VERSION_HEADER, AuthError, errorResponse } from './errors.ts'
import { challengeFactor, verifyFactor } from './mfa/factor-verify.ts'
import { enrolFactor, unenrolFactor } from './mfa/factors.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  makeRecoveryCodes,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from './mfa/recovery-codes.ts'
import { createSealer } from './mfa/sealing.ts'
import { authorize, linkIdentity } from './oauth/authorize.ts'
import { callback } from './oauth/callback.ts'
import { unlinkIdentity } from './oauth/identities.ts'
import { createProviders } from './oauth/providers.ts'
import { health, jwks, settings } from './public-endpoints.ts'
import type { Services } from './services.ts'
import { createSessions } from './sessions.ts'
import { logout } from './signin/logout.ts'
import { otp } from './signin/otp.ts'
import { createPasswords } from './signin/passwords.ts'
import { recover } from './signin/recover.ts'
import { endSession, listSessions } from './signin/sessions-list.ts'
import { token } from './signin/token.ts'
import { verify, verifyLink } from './signin/verify.ts'
import { resend } from './signup/resend.ts'
import { signup } from './signup/signup.ts'
import { createTokens } from './tokens.ts'

type Bindings = { Bindings: { incoming: IncomingMessage } }

export type Auth = {
  app: Hono<Bindings>
  authenticate: Authenticate
  /** Renders a task of the mail queue, for api/mail to send. */
  emails: (task: unknown) => Promise<Email[]>
}

/** Rules about accounts that the site provides. */
export type AccountRules = {
  /** The reason of a ban, shown to the account's owner; null if unknown. */
  banReason(userId: string): Promise<{ reason: string | null; since: string } | null>
  /**
   * Whether a new account must confirm its address; read for each sign-up, because the setting may change at any
   * time.
   */
  requiresConfirmation(): Promise<boolean>
}

/** Creates the auth service. `config.siteUrl` must be known: it is the tokens' issuer. */
export async function createAuth(options: {
  config: Config & { siteUrl: string }
  db: Database
  log: Logger
  limits: Limits
  accounts: AccountRules
}): Promise<Auth> {
  const { config, db, log, limits, accounts } = options
  const { SIGNING_KEY, PREVIOUS_SIGNING_KEYS, PUBLISHABLE_KEY, SECRET_KEY, ENCRYPTION_KEY } = config.secrets
  const tokens = await createTokens({
    keys: { current: SIGNING_KEY, previous: PREVIOUS_SIGNING_KEYS },
    verificationKeys: config.verificationKeys,
    issuer: `${config.siteUrl}/auth/v1`,
    secret: config.jwtSecret,
  })
  const gate = createGate(tokens, { publishable: PUBLISHABLE_KEY, secret: SECRET_KEY })
  const sessions = createSessions(tokens, ENCRYPTION_KEY, config.reuseInterval)
  const passwords = await createPasswords(config.minimumPassword, config.passwordBlocklist)
  const sealer = createSealer(ENCRYPTION_KEY)
  const { siteUrl } = config
  const canMail = config.smtpUrl !== null
  const mailSecrets = createMailSecrets(ENCRYPTION_KEY)
  const services: Services = {
    db,
    limits,
    passwords,
    tokens,
    sessions,
    gate,
    sealer,
    siteUrl,
    log,
    mailSecrets,
    canMail,
    anonymousSignIn: config.anonymousSignIn,
    banNotice: createBanNotice(db, accounts.banReason),
    disableSignup: config.disableSignup,
    manualLinking: config.manualLinking,
    providers: createProviders(config.providers),
    redirects: createRedirects(siteUrl, config.redirectUrls),
    autoconfirm: async () => config.autoconfirm ?? !(canMail && (await accounts.requiresConfirmation())),
  }
  return {
    app: endpoints(services, log),
    authenticate: gate.authenticate,
    emails: createEmails({ db, secrets: mailSecrets, siteUrl }),
  }
}

function endpoints(services: Services, log: Logger): Hono<Bindings> {
  const app = new Hono<Bindings>()
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
  app.get('/.well-known/jwks.json', jwks(services))
  app.get('/health', health())
  app.use(async (context, next) => {
    // Neither proxies nor browsers may store sessions and accounts.
    context.header('Cache-Control', 'no-store')
    const refused = await services.gate.checkApiKey(context.req.raw)
    return refused ?? next()
  })
  app.get('/settings', settings(services))
  app.post('/signup', signup(services))
  app.post('/token', token(services))
  app.post('/logout', logout(services))
  app.post('/recover', recover(services))
  app.post('/otp', otp(services))
  app.post('/magiclink', otp(services))
  app.post('/resend', resend(services))
  app.get('/verify', verifyLink(services))
  app.post('/verify', verify(services))
  app.get('/reauthenticate', reauthenticate(services))
  app.get('/user', user(services))
  app.put('/user', userUpdate(services))
  app.delete('/user', userDelete(services))
  app.get('/authorize', authorize(services))
  app.get('/callback', callback(services))
  app.get('/user/identities/authorize', linkIdentity(services))
  app.delete('/user/identities/:identity', unlinkIdentity(services))
  app.get('/user/sessions', listSessions(services))
  app.delete('/user/sessions/:session', endSession(services))
  app.post('/invite', adminInvite(services))
  app.post('/admin/generate_link', adminGenerateLink(services))
  app.get('/admin/users', adminListUsers(services))
  app.post('/admin/users', adminCreateUser(services))
  app.get('/admin/users/:user', adminGetUser(services))
  app.put('/admin/users/:user', adminUpdateUser(services))
  app.delete('/admin/users/:user', adminDeleteUser(services))
  app.get('/admin/users/:user/factors', adminListFactors(services))
  app.delete('/admin/users/:user/factors/:factor', adminDeleteFactor(services))
  app.post('/factors', enrolFactor(services))
  app.get('/factors/recovery-codes', countRecoveryCodes(services))
  app.post('/factors/recovery-codes', makeRecoveryCodes(services))
  app.delete('/factors/recovery-codes', deleteRecoveryCodes(services))
  app.post('/factors/recovery-codes/regenerate', regenerateRecoveryCodes(services))
  app.post('/factors/recovery-codes/verify', verifyRecoveryCode(services))
  app.delete('/factors/:factor', unenrolFactor(services))
  app.post('/factors/:factor/challenge', challengeFactor(services))
  app.post('/factors/:factor/verify', verifyFactor(services))
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'There is no such endpoint here')
  })
  app.onError((error, context) => {
    const version = context.req.header(API_VERSION_HEADER)
    if (error instanceof AuthError) return errorResponse(error, version)
    if (error instanceof PoolTimeout || isLost(error)) {
      const message = 'Processing this request timed out, please retry after a moment.'
      return errorResponse(new AuthError(504, 'request_timeout', message), version)
    }
    log.error({ err: error, path: context.req.path }, 'auth.request_failed')
    const message = 'Unexpected failure, please check server logs for more information'
    return errorResponse(new AuthError(500, 'unexpected_failure', message), version)
  })
  return app
}
