import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { withPlainTarget } from './plain-target.ts'

function answer(url: string): number {
  let status = 200
  const response = {
    writeHead: (code: number) => {
      status = code
      return response
    },
    end: () => undefined,
  }
  withPlainTarget(() => undefined)({ url } as IncomingMessage, response as unknown as ServerResponse)
  return status
}

test.each([
  '/rest/v1/%2e%2e/%2e%2e/auth/v1/user',
  '/rest/v1/../../auth/v1/user',
  '/storage/v1/object/public/%2E%2e/%2e./rest/v1/threads',
  '/rest/v1/..',
  '/./rest/v1/threads',
  '/rest/v1\\..\\auth/v1/user',
])('%s is refused', (url) => {
  expect(answer(url)).toBe(400)
})

test.each([
  '/',
  '/rest/v1/threads?title=eq...%2e%2e/..',
  '/forums/ipos/a.b..c-1a2b3c4d',
  '/.well-known/security.txt',
  '/storage/v1/object/public/avatars/a..png',
  '/experts/meera.k',
  '/experts/...',
  '/assets/entry-..abc.js',
  '/forums/%E0%A4%86',
])('%s is not', (url) => {
  expect(answer(url)).toBe(200)
})
