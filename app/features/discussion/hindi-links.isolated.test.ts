// Links whose addresses are texts of a page: on a page in Hindi they lead to pages in Hindi.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { QuoteLine, quoteTexts } from '#app/domain/replies/quote.tsx'
import { fakeClient } from '../../../tests/support/fake-client.ts'
import { loadLinkLines } from './own-links.ts'

vi.mock(import('#words/language.ts'), async (load) => ({ ...(await load()), LANGUAGE: 'hi' as never }))

const THREAD = '/forums/ipos/which-fund-1a2b3c4d'

test('the line of a quoted reply on another page gets the prefix once, from the router', () => {
  const quote = { id: '5e6f7a8b-0000-4000-8000-000000000000', username: 'bala', text: 'Wait.', earlier: 20 }
  const texts = quoteTexts(quote, false, THREAD)
  const line = createElement(QuoteLine, { isHere: false, texts })
  const router = { basename: '/hi', initialEntries: ['/hi'], children: line }
  expect(renderToStaticMarkup(createElement(MemoryRouter, router))).toContain(
    `href="/hi${THREAD}?page=2#reply-5e6f7a8b"`,
  )
})

test('a line below a post does, too', async () => {
  const article = { id: 'b', slug: 'what-is-sip', title: 'What is a SIP?' }
  const reader = fakeClient(() => Response.json([article]))
  const post = { id: 'p', content: '<p><a href="/blog/what-is-sip">x</a></p>' }
  const { html } = await loadLinkLines(reader, [post], 'https://site.example')
  expect(html.get('p')).toContain('href="/hi/blog/what-is-sip"')
})
