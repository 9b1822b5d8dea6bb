import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allowedOrigins, apiAddress } from './addresses.ts'

const site = { siteUrl: 'https://site.example/forum', apiUrl: null }

test('the API is at its own address, or at the site’s', () => {
  expect(apiAddress(site, '/auth/v1')).toBe('https://site.example/forum/auth/v1')
  expect(apiAddress({ ...site, apiUrl: 'https://api.example' }, '/auth/v1')).toBe(
    'https://api.example/auth/v1',
  )
})

test('origins are those of the addresses, without paths, and no sandbox is among them', () => {
  const redirectUrls = ['https://app.example:8443/in', 'capacitor://localhost/in', 'app:/in']
  expect([...allowedOrigins({ ...site, apiUrl: 'http://api.example:80', redirectUrls })]).toEqual([
    'https://site.example',
    'http://api.example',
    'https://app.example:8443',
    'capacitor://localhost',
    'app://',
  ])
})

test('nobody builds an address of the API from the site’s', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'addresses.ts')
    .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }))
  expect(files.length).toBeGreaterThan(100)
  const offenders = files.filter(
    ({ text }) =>
      /siteUrl\}(?:\/(?:auth|rest|storage|realtime)\/v1|\$\{\w*PATH)/.test(text) || /\.apiUrl\b/.test(text),
  )
  // api/process.ts takes the API's address for the site's where no other is set.
  expect(offenders.map(({ name }) => name)).toEqual(['process.ts'])
})
