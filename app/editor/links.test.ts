import { expect, test } from 'vitest'
import { LINK_SCHEMES } from '#shared/limits.ts'
import { isAllowedAddress, readAddress } from './link-form.tsx'

test('each scheme of the specification is allowed, in any case', () => {
  for (const scheme of LINK_SCHEMES) {
    expect(isAllowedAddress(`${scheme}:x`)).toBe(true)
    expect(isAllowedAddress(`${scheme.toUpperCase()}:x`)).toBe(true)
  }
})

test('no other scheme is, however it is dressed up', () => {
  for (const address of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
  ]) {
    expect(isAllowedAddress(address), address).toBe(false)
    expect(readAddress(address)?.startsWith('https://') ?? true, address).toBe(true)
  }
})

test('typed text becomes the address that is meant', () => {
  expect(readAddress('sebi.gov.in')).toBe('https://sebi.gov.in')
  expect(readAddress(' https://www.nseindia.com/x?y=1 ')).toBe('https://www.nseindia.com/x?y=1')
  expect(readAddress('help@nsdl.co.in')).toBe('mailto:help@nsdl.co.in')
  expect(readAddress('tel:1800222990')).toBe('tel:1800222990')
  expect(readAddress('example.com:8080/a')).toBe('https://example.com:8080/a')
  expect(readAddress('/forums/ipos')).toBe('/forums/ipos')
  expect(readAddress('   ')).toBeNull()
})
