import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './render.ts'

test('the policy names each inline script of the page and allows no other', () => {
  const policy = contentSecurityPolicy(
    '<script>one()</script><script type="module" src="/a.js"></script><script type="application/ld+json">{}</script>',
  )
  const hash = createHash('sha256').update('one()').digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy.match(/sha256-/g)).toHaveLength(1)
  expect(policy.replace(/style-src[^;]*/, '')).not.toContain('unsafe')
})
