// Forms without JavaScript: what fails is told in the language of the page with the form.
import { expect, test } from 'vitest'
import type { Logger } from '../../api/log.ts'
import { newsletterRoutes } from '../newsletter/routes.ts'
import { contactRoutes } from './contact-form.ts'

const quiet = { warn: () => undefined, error: () => undefined } as unknown as Logger
/** Nothing that the routes ask is there. */
const BROKEN = { rest: null as never, limits: null as never, log: quiet, siteUrl: 'https://site.example' }

const post = async (
  routes: ReturnType<typeof contactRoutes>,
  path: string,
  fields: Record<string, string>,
) => {
  const body = new URLSearchParams(fields)
  const answer = await routes.app.request(path, { method: 'POST', body }, { incoming: {} })
  return [answer.status, answer.headers.get('location')]
}

test.each([
  [contactRoutes, '/send', '/contact/later'],
  [newsletterRoutes, '/subscribe', '/newsletter/later'],
  [newsletterRoutes, '/unsubscribe', '/newsletter/later'],
])('%o %s', async (routesOf, path, later) => {
  const routes = routesOf(BROKEN)
  expect(await post(routes, path, { language: 'hi' })).toEqual([303, `/hi${later}`])
  expect(await post(routes, path, {})).toEqual([303, later])
})
