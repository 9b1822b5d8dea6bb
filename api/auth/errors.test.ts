import { describe, expect, test } from 'vitest'
import { AuthError, errorResponse } from './errors.ts'

const error = new AuthError(422, 'user_already_exists', 'User already registered')
const weak = { message: 'Too short.', reasons: ['length' as const] }

describe('an error body', () => {
  test.each([undefined, '', 'yesterday', '2023-12-31', '2024-99-99'])(
    'has the status as code for version %j',
    async (version) => {
      const response = errorResponse(error, version)
      expect(response.status).toBe(422)
      expect(response.headers.get('X-Supabase-Api-Version')).toBeNull()
      expect(await response.json()).toEqual({
        code: 422,
        error_code: 'user_already_exists',
        msg: 'User already registered',
      })
    },
  )

  test.each(['2024-01-01', '2024-06-30', '2031-01-01'])('has the name as code for %s', async (version) => {
    const response = errorResponse(error, version)
    expect(response.headers.get('X-Supabase-Api-Version')).toBe('2024-01-01')
    expect(await response.json()).toEqual({
      code: 'user_already_exists',
      message: 'User already registered',
    })
  })

  test('names the reasons of a weak password in both versions', async () => {
    const refused = new AuthError(422, 'weak_password', weak.message, { weak_password: weak })
    expect(await errorResponse(refused, undefined).json()).toEqual({
      code: 422,
      error_code: 'weak_password',
      msg: 'Too short.',
      weak_password: { reasons: ['length'] },
    })
    expect(await errorResponse(refused, '2024-01-01').json()).toEqual({
      code: 'weak_password',
      message: 'Too short.',
      weak_password: { reasons: ['length'] },
    })
  })

  test('says when to retry', () => {
    const late = new AuthError(429, 'over_request_rate_limit', 'Later', { retryAfter: '17' })
    expect(errorResponse(late, undefined).headers.get('Retry-After')).toBe('17')
  })
})
