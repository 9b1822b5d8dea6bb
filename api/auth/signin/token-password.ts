// POST /token?grant_type=password: signs in with a password. An unknown address, a wrong password and an account
// without one produce the same response after the same work; the state of the account is revealed only with the right
// password.
import { z } from 'zod'
import { queryAuth } from '../../database/scope.ts'
import { limitKey } from '../../limits/client-address.ts'
import { foldCase } from '../emails/email-address.ts'
import { AuthError } from '../errors.ts'
import { optionalText, readBody } from '../read-body.ts'
import { admit, deviceOf, type Endpoint, PROOF_FIELD, proofIn, type Services } from '../services.ts'

const CREDENTIALS = z.object({
  email: optionalText,
  phone: optionalText,
  password: z.string().nullish(),
  ...PROOF_FIELD,
})

type Account = {
  id: string
  stored: string | null
  confirmed: boolean
  banned: boolean
  known: boolean
}

/** Accounts of an address ($1), and whether the client's address ($2) has a session of them. */
const FIND = `
  select u.id, u.encrypted_password as stored, u.email_confirmed_at is not null as confirmed,
    u.banned_until is not null and u.banned_until > now() as banned,
    exists (select from auth.sessions s where s.user_id = u.id and s.ip <<= $2::inet) as known
  from auth.users u
  where lower(u.email) = $1 and not u.is_sso_user and u.deleted_at is null`

export function passwordGrant(services: Services): Endpoint {
  const { db, limits, passwords, sessions } = services
  return async (context) => {
    const body = await readBody(context.req.raw, CREDENTIALS)
    const { email, phone, password } = body
    if (email && phone) {
      const message = 'Only an email address or phone number should be provided on login.'
      throw new AuthError(400, 'validation_failed', message)
    }
    if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
    if (!email) throw new AuthError(400, 'validation_failed', 'missing email or phone')
    const device = deviceOf(services, context)
    const address = foldCase(email)
    const from = limitKey(device.address)
    let lookup: Promise<Account[]> | null = null
    const find = () => {
      lookup ??= queryAuth<Account>(db, { text: FIND, values: [address, from] })
      return lookup
    }
    // The client address's limit comes first: a refused request queries no account.
    const known = async () => (await find())[0]?.known ?? false
    const proof = proofIn(services, body)
    const attempt = await limits.signIn({ address: device.address, email: address, proof, known })
    await admit(services, attempt)
    const [account] = await find()
    const right = await passwords.matches(password ?? '', account?.stored ?? null)
    if (!account || !right) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
    await attempt.succeeded()
    if (account.banned) {
      const ban = await services.banNotice(account.id)
      throw new AuthError(400, 'user_banned', 'User is banned', ban ? { ban } : {})
    }
    if (!account.confirmed) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    const session = await sessions.openAlone(db, account.id, device)
    const weak = await passwords.weakness(password ?? '')
    return context.json(weak ? { ...session, weak_password: weak } : session)
  }
}
