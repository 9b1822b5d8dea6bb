import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, takeNonce } from './policy.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the policy names each inline script of the rendering, and no other', () => {
  const { html, hashes } = takeNonce(
    [
      '<script nonce="n0nce">one()</script><script nonce="n0nce" type="module" src="/a.js"></script>',
      '<link rel="preload" nonce="n0nce"/><script type="application/ld+json">{}</script>',
      '<script>stolen()</script><script nonce="guess">guessed()</script>',
    ].join(''),
    'n0nce',
  )
  expect([...hashes]).toEqual([hashOf('one()')])
  expect(html, 'the same page has the same bytes each time').not.toContain('n0nce')
  const policy = contentSecurityPolicy(hashes)
  expect(policy).toContain(`script-src 'self' ${hashOf('one()')};`)
  expect(policy.replace(/style-src[^;]*/, '')).not.toContain('unsafe')
})

test('a script is hashed as its exact bytes', () => {
  const bytes = Buffer.from('<script nonce="n0nce">say("₹ नमस्ते")</script>').toString('latin1')
  expect([...takeNonce(bytes, 'n0nce').hashes]).toEqual([hashOf('say("₹ नमस्ते")')])
})

test('an unclosed script does not extend an allowed script of the page', () => {
  const { hashes } = takeNonce('<script>evil() //<script nonce="n0nce">ours()</script>', 'n0nce')
  expect([...hashes]).toEqual([])
})
