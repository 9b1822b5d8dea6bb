import { expect, test } from 'vitest'
import { redirectToCanonical } from './canonical.ts'

/** The redirect target of `query`, or null when it is canonical already. */
function leadsTo(query: string, path: string): string | null {
  try {
    redirectToCanonical(new URL(`/experts${query}`, 'http://site.invalid'), path)
    return null
  } catch (answer) {
    expect((answer as Response).status).toBe(301)
    return (answer as Response).headers.get('location')
  }
}

test('the canonical address stays, also with parameters that the auth API or a campaign added', () => {
  expect(leadsTo('', '/experts')).toBeNull()
  expect(leadsTo('?sort=posts&page=2', '/experts?sort=posts&page=2')).toBeNull()
  expect(leadsTo('?code=1', '/experts')).toBeNull()
  expect(leadsTo('?utm_source=x&sort=posts&utm_term=y', '/experts?sort=posts')).toBeNull()
  expect(leadsTo('?sort=posts&error_code=otp_expired', '/experts?sort=posts')).toBeNull()
})

test.each([
  ['a word that nobody knows', '?sort=best', '/experts'],
  ['the usual said aloud', '?sort=reputation', '/experts'],
  ['a number in other signs', '?page=007', '/experts'],
  ['a name that is no page’s', '?source=x', '/experts'],
  ['another order', '?page=2&sort=posts', '/experts?sort=posts&page=2'],
  ['something said twice', '?sort=posts&sort=posts', '/experts?sort=posts'],
])('%s leads on', (_what, query, path) => expect(leadsTo(query, path)).toBe(path))
