// What of a session is believed before the server has confirmed it.
import { beforeEach, expect, test } from 'vitest'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { PROFILE_KEY, SESSION_KEY } from '#shared/page-contract.ts'
import { storedMember, storedProfile } from './session.ts'

const PROFILE = { id: 'u1', username: 'asha', full_name: null, avatar_url: null, user_level: 'Regular' }
const store = (key: string, value: unknown) => localStore().setItem(key, JSON.stringify(value))

/** A token without a signature, which the server alone verifies. */
const token = (claims: object) => `h.${btoa(JSON.stringify(claims))}.s`

beforeEach(() => {
  for (const key of [SESSION_KEY, PROFILE_KEY]) localStore().removeItem(key)
})

test('the copy of the own profile is shown at once, and that of another member never', () => {
  store(PROFILE_KEY, PROFILE)
  expect(storedProfile('u1')).toEqual(PROFILE)
  expect(storedProfile('u2')).toBeNull()
  store(SESSION_KEY, { access_token: token({ aal: 'aal1' }), user: { id: 'u2', email: 'bala@example.com' } })
  expect(storedMember()).toMatchObject({ userId: 'u2', profile: null, isAdmin: false, settled: false })
})

test('a session that waits for its second factor is no member’s', () => {
  const user = { id: 'u1', email: 'asha@example.com', factors: [{ status: 'verified' }] }
  store(SESSION_KEY, { access_token: token({ aal: 'aal1' }), user })
  expect(storedMember()).toBeNull()
  store(SESSION_KEY, { access_token: token({ aal: 'aal2' }), user })
  expect(storedMember()).toMatchObject({ userId: 'u1' })
})

test('what is stored broken is no session', () => {
  expect(storedMember()).toBeNull()
  localStore().setItem(SESSION_KEY, '{')
  expect(storedMember()).toBeNull()
  localStore().setItem(PROFILE_KEY, '{')
  expect(storedProfile('u1')).toBeNull()
})
