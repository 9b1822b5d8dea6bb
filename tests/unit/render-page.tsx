// A page as the server writes it, without a server: for the words and links that a screen owes.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from '#app/platform/query/query-client.tsx'
import { ClockProvider } from '#app/ui/clock.tsx'
import { plainText } from '#shared/plain-text.ts'
import type { SiteInfo } from '#shared/site.ts'

export const NOW = '2026-11-21T12:00:00Z'

export const SITE: SiteInfo = {
  name: 'Chowk',
  description: 'A forum about money.',
  tagline: 'Money, plainly',
  legalEntity: 'Chowk',
  url: 'https://chowk.test',
  publishableKey: 'key',
  headlineFigures: 'fixed',
  maintenance: false,
  isSignUpOpen: true,
}

/** The HTML of `page` at the address `at`, as a guest gets it. */
export function renderPage(page: ReactElement, at = '/', site: SiteInfo = SITE): string {
  const element = (
    <QueryClientProvider client={createQueryClient()}>
      <ClockProvider renderedAt={Date.parse(NOW)}>{page}</ClockProvider>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ id: 'root', path: '*', element, loader: () => null }], {
    initialEntries: [at],
    hydrationData: { loaderData: { root: { site } } },
  })
  return renderToString(<RouterProvider router={router} />).replaceAll('<!-- -->', '')
}

/** Where the links of `html` lead, in their order. */
export function linksOf(html: string): string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

/** The words of `html` in their order. On a screen every element stands apart, whatever a text does with its tags. */
export function wordsOf(html: string): string {
  return plainText(html.replaceAll('<', ' <'))
}
