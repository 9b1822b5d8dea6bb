// Fixtures for journeys about discussions, created through the API so that each journey clicks only through what it
// tests.
import type { Locator, Page } from '@playwright/test'
import { threadPath } from '../../shared/slugs.ts'
import { expect, siteOfRun } from './fixtures.ts'
import { type Member, newcomer, type Site, signUpByApi } from './people.ts'
import { settled } from './sound.ts'

export type Discussion = { id: string; title: string; path: string }

type Author = Pick<Member, 'token' | 'userId'>

/** Calls the API as a member and returns the body. @param site the default is the site of this run */
export async function call<Answer>(
  token: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  site: Site = siteOfRun(),
): Promise<Answer> {
  const response = await fetch(`${site.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: site.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text ? JSON.parse(text) : null) as Answer
}

/** The menu button of the only post of this kind within a page or a post. */
const moreOf = (within: Page | Locator, post: 'opening post' | 'reply') =>
  within.getByRole('button', { name: `More: ${post}` })

const pageOf = (within: Page | Locator): Page => ('page' in within ? within.page() : within)

/** Chooses an item of the menu of a post. */
export async function chooseMore(
  within: Page | Locator,
  post: 'opening post' | 'reply',
  item: string | RegExp,
): Promise<void> {
  await moreOf(within, post).click()
  await pageOf(within)
    .getByRole('menu')
    .getByRole(/^Let others/.test(String(item)) ? 'menuitemcheckbox' : 'menuitem', { name: item })
    .click()
}

/**
 * What the menu of a post offers after the page has loaded what it asks for. What its member may do with the post may come
 * later on a busy machine: expect with `poll` what is there.
 */
export async function offersOf(within: Page | Locator, post: 'opening post' | 'reply'): Promise<string[]> {
  await settled(pageOf(within))
  await pageOf(within).waitForLoadState('networkidle')
  await moreOf(within, post).click()
  const offered = pageOf(within).getByRole('menu').locator('[role^="menuitem"]')
  await expect(offered.first()).toBeVisible()
  const labels = await offered.allTextContents()
  await pageOf(within).keyboard.press('Escape')
  return labels
}

/** Starts a discussion as `token`'s member in the category with this slug. */
export async function startDiscussion(
  { token, userId }: Author,
  title: string,
  site?: Site,
  slug = 'ipos',
): Promise<Discussion> {
  const [category] = await call<{ id: string }[]>(
    token,
    'GET',
    `forum_categories?slug=eq.${slug}&select=id`,
    undefined,
    site,
  )
  const [thread] = await call<{ id: string }[]>(
    token,
    'POST',
    'threads',
    {
      title,
      content: '<p>What does everybody here make of this?</p>',
      tags: ['journey'],
      author_id: userId,
      category_id: category?.id,
    },
    site,
  )
  const id = thread?.id ?? ''
  return { id, title, path: threadPath({ id, title, category: { slug } }) }
}

/** Posts `texts` as replies of one member, in this order. @returns their ids */
export async function postReplies(
  { token, userId }: Author,
  threadId: string,
  texts: readonly string[],
  site?: Site,
): Promise<string[]> {
  const ids: string[] = []
  for (const text of texts) {
    const body = { content: `<p>${text}</p>`, thread_id: threadId, author_id: userId }
    const [reply] = await call<{ id: string }[]>(token, 'POST', 'replies', body, site)
    ids.push(reply?.id ?? '')
  }
  return ids
}

const writers = new Map<string, Promise<Member>>()

/** A member who only writes through the API, the same one in all tests of a worker. */
export function writer(name: string): Promise<Member> {
  const known = writers.get(name) ?? signUpByApi(newcomer(name))
  writers.set(name, known)
  return known
}

/** The editor of the composer, opened by its button. */
export async function openComposer(page: Page) {
  await page.getByRole('button', { name: 'Reply to Discussion' }).click()
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await expect(field).toBeFocused()
  return field
}
