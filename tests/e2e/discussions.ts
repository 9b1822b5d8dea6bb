// Fixtures for journeys about discussions, created through the API so that each journey clicks only through what it
// tests.
import type { Page } from '@playwright/test'
import { expect, siteOfRun } from './fixtures.ts'
import { type Member, newcomer, type Site, signUpByApi } from './people.ts'

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

/** Chooses an item of the menu of the only post of its kind that has one. */
export async function chooseMore(page: Page, noun: 'discussion' | 'reply', item: string): Promise<void> {
  await page.getByRole('button', { name: `More: ${noun}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
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
  return { id, title, path: `/forums/${slug}/${slugOf(title)}-${id.slice(0, 8)}` }
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

/** SPEC.md section 5, for the titles that these tests use. */
function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
  return slug || 'discussion'
}
