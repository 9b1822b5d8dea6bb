import { Suspense } from 'react'
import type { EntryContext, RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import handleRequest from '#app/entry.server.tsx'

function Breaks(): never {
  throw new Error('a component failed')
}

let Page = () => <p>Fine</p>
vi.mock('react-router', async (original) => ({
  ...(await original<typeof import('react-router')>()),
  ServerRouter: () => <Page />,
}))

async function render() {
  const reportError = vi.fn()
  let html = ''
  const keepHtml = (rendered: Buffer) => {
    html = rendered.toString()
  }
  const context = { get: () => ({ nonce: 'n', reportError, keepHtml }) } as unknown as RouterContextProvider
  const request = new Request('http://site/forums')
  const answer = await handleRequest(request, 200, new Headers(), {} as EntryContext, context)
  return { status: answer.status, html, reportError }
}

test('the response has the rendered page', async () => {
  // Longer than one of React's chunks, some of which end within a character.
  const long = '₹ नमस्ते '.repeat(2_000)
  Page = () => <p>{long}</p>
  const { status, html, reportError } = await render()
  expect([status, html]).toEqual([200, `<p>${long}</p>`])
  expect(reportError).not.toHaveBeenCalled()
})

test('a failure within a Suspense boundary is reported, and the page says 500', async () => {
  Page = () => (
    <Suspense fallback={<p>Wait</p>}>
      <Breaks />
    </Suspense>
  )
  const { status, html, reportError } = await render()
  expect(status).toBe(500)
  expect(html).toContain('Wait')
  expect(reportError.mock.calls).toMatchObject([[{ message: 'a component failed' }]])
})
