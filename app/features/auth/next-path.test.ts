import { describe, expect, it } from 'vitest'
import { authPath, nextPath, pathThatLed } from './next-path.ts'

describe('where a visitor goes after signing in', () => {
  it.each([
    ['/forums/ipos', '/forums/ipos'],
    ['/forums/ipos/what-is-gmp-1a2b3c4d?page=2#reply-9', '/forums/ipos/what-is-gmp-1a2b3c4d?page=2#reply-9'],
    ['/admin/claim?token=a_b-c', '/admin/claim?token=a_b-c'],
    ['/forums?q=%E0%A4%95%E0%A4%B0', '/forums?q=%E0%A4%95%E0%A4%B0'],
    ['/', '/'],
    // Harmless: a path of this site, although it looks like another address.
    ['/%2F/evil.example', '/%2F/evil.example'],
    ['/forums/../profile', '/profile'],
    ['/redirect?to=//evil.example', '/redirect?to=//evil.example'],
  ])('%s is a page of this site', (next, path) => {
    expect(nextPath(next)).toBe(path)
  })

  it.each([
    ['nothing', null],
    ['an empty wish', ''],
    ['another host', 'https://evil.example/'],
    ['another host without a scheme', '//evil.example'],
    ['a third slash', '///evil.example'],
    ['a backslash', '/\\evil.example'],
    ['two backslashes', '\\\\evil.example'],
    ['a tab that the parser drops', '/\t/evil.example'],
    ['a line break that the parser drops', '/\n/evil.example'],
    ['a leading space', ' //evil.example'],
    ['a dot segment that leaves two slashes', '/.//evil.example'],
    ['two dots that leave two slashes', '/a/..//evil.example'],
    ['encoded dots that leave two slashes', '/%2e//evil.example'],
    ['a dot segment before a backslash', '/.\\\\evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a script in other letters', ' JaVaScRiPt:alert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a wish that is still encoded', '%2F%2Fevil.example'],
    ['a user before a host', '//site.invalid@evil.example'],
    ['a name without a slash', 'forums/ipos'],
    ['a host that cannot be parsed', '//['],
    ['the sign-in page itself', '/signin?next=/signin'],
    ['the sign-up page itself', '/signup/'],
    ['the sign-in page by a detour', '/forums/../signin'],
    ['more than an address can be', `/${'a'.repeat(2_001)}`],
  ])('%s leads home', (_what, next) => {
    expect(nextPath(next)).toBe('/')
  })

  it('returns its own result unchanged, for any input', () => {
    for (const next of ['/forums/ipos?a=1', '/%2F/evil.example', '//evil.example', '/a b'])
      expect(nextPath(nextPath(next))).toBe(nextPath(next))
  })

  it('is the page whose link led to the sign-in page, unless that is another site', () => {
    const of = (referrer: string) => pathThatLed([referrer], 'http://site.invalid')
    expect(of('http://site.invalid/forums/ipos?page=2')).toBe('/forums/ipos?page=2')
    expect(of('http://site.invalid.evil.example/forums')).toBeNull()
    expect(of('')).toBeNull()
  })

  it.each([
    ['what that page returns to', ['/signin?next=%2Ftags%2Fsip', '/forums/ipos'], '/tags/sip'],
    ['the page before it', ['/hi/signin', '/hi/signin', '/hi/forums/ipos'], '/hi/forums/ipos'],
    ['nothing, if the browser tells of none', ['/signin'], null],
  ])('after a detour through another page that redirects, it is %s', (_what, pages, path) => {
    const addresses = pages.map((page) => `http://site.invalid${page}`)
    expect(pathThatLed(addresses, 'http://site.invalid')).toBe(path)
  })

  it('is not looked for beyond a page of another site', () => {
    const addresses = ['http://site.invalid/signin', 'http://evil.example/', 'http://site.invalid/forums']
    expect(pathThatLed(addresses, 'http://site.invalid')).toBeNull()
  })

  it('travels through the address of a door and back', () => {
    const path = '/admin/claim?token=a&b=c#d'
    const door = new URL(authPath('/signup', path), 'http://site.invalid')
    expect(nextPath(door.searchParams.get('next'))).toBe(path)
    expect(authPath('/signin', '/')).toBe('/signin')
  })
})
