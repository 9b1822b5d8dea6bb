import { expect, test } from 'vitest'
import { isTransient } from './transient.ts'

test.each([
  ['a network that is gone', { code: '', message: 'TypeError: Failed to fetch' }],
  ['a file that did not arrive', new TypeError('Failed to fetch dynamically imported module')],
  ['a pool without room', { code: 'PGRST003', message: 'Timed out' }],
  ['a database that restarts', { code: '57P01', message: 'terminating connection' }],
  ['a proxy without a server', { status: 502, message: 'Bad Gateway' }],
  ['a failure whose cause passes', new Error('not read', { cause: { code: '08006', message: 'lost' } })],
])('%s is asked again', (_what, error) => expect(isTransient(error)).toBe(true))

test.each([
  ['no right', { code: '42501', message: 'permission denied' }],
  ['too many requests', { code: 'over_request_rate_limit', message: 'slow down' }],
  ['an expired token', { code: 'PGRST303', message: 'JWT expired' }],
  ['our own refusal', { code: 'PT403', message: 'Unauthorized: Admin access required' }],
  ['a statement that took too long', { code: '57014', message: 'canceling statement' }],
  ['a status of identity', { status: 403, code: undefined, message: 'no' }],
  ['a failure whose cause stays', new Error('not read', { cause: { code: '42501', message: 'denied' } })],
])('%s is not', (_what, error) => expect(isTransient(error)).toBe(false))
