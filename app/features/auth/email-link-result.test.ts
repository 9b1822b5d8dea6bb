import { expect, test } from 'vitest'
import { linkAnswer } from './email-links.ts'

test('a link’s answer is read from the query and from the fragment', () => {
  expect(linkAnswer('?code=abc', '')).toEqual({ error: null, message: null, isUndone: false, hasCode: true })
  const over = 'error=access_denied&error_code=otp_expired&error_description=over'
  for (const [search, hash] of [
    [`?${over}`, ''],
    ['', `#${over}&sb=`],
  ] as const) {
    expect(linkAnswer(search, hash)).toEqual({
      error: 'otp_expired',
      message: null,
      isUndone: false,
      hasCode: false,
    })
  }
  expect(linkAnswer('', '#undone=true&sb=')).toMatchObject({ error: null, isUndone: true })
  expect(linkAnswer('', '#message=One+more&sb=').message).toBe('One more')
  expect(linkAnswer('?next=%2Fforums', '')).toEqual({
    error: null,
    message: null,
    isUndone: false,
    hasCode: false,
  })
})
