// Scenes for journeys about discussions: made over the contract, so that each journey clicks only what it is about.
import type { Page } from '@playwright/test'
import { expect, publishableKey, siteUrl } from './fixtures.ts'
import { newcomer, signUpByApi } from './people.ts'

export type Discussion = { id: string; title: string; path: string }

/** A site to make the scene on; without it, the one of this run. */
type Site = { url: string; publishableKey: string }

/** One call of the contract as a member; answers with what it gives. */
export async function call<Answer>(
  token: string,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
  site: Site = { url: siteUrl(), publishableKey: publishableKey() },
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

/** A discussion by `token`'s member, in the category with this slug. */
export async function startDiscussion(
  { token, userId }: { token: string; userId: string },
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

/** `texts` as replies by one member, in their order. @returns their ids */
export async function postReplies(
  { token, userId }: { token: string; userId: string },
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

/** A member who only writes over the contract. */
export async function writer(name: string): Promise<{ token: string; userId: string; username: string }> {
  const person = newcomer(name)
  const session = await signUpByApi(person)
  return { token: session.access_token, userId: session.user.id, username: person.username }
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
