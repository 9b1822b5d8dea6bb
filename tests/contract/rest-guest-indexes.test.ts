// What guests may filter and order by where an operator demands an index (GUEST_FILTERS=indexed). The site's own queries
// need no other rule: an index serves each of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askRest } from '../support/library.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ GUEST_FILTERS: 'indexed' })
})
afterAll(() => server?.stop())

const ask = (path: string, headers: Record<string, string> = {}) => askRest(server, path, { headers })

const ID = '00000000-0000-0000-0000-000000000000'

describe('a guest', () => {
  it.each([
    // Queries of the site's own pages.
    `threads?category_id=eq.${ID}&order=is_sticky.desc,is_pinned.desc,last_activity.desc,id`,
    `threads?category_id=eq.${ID}&answer_id=is.null&order=created_at.desc,id`,
    `threads?select=id,category:forum_categories!inner(slug)&category.slug=eq.ipos&order=is_sticky.desc,is_pinned.desc`,
    `threads?author_id=eq.${ID}&is_hidden=eq.false&order=created_at.desc,id`,
    'threads?order=upvote_count.desc,id',
    'threads?order=last_activity.desc,id&limit=3',
    `threads?id=gte.${ID}&id=lte.${ID}`,
    `threads?category_id=eq.${ID}&is_hidden=eq.false&id=neq.${ID}&order=last_activity.desc,id`,
    `replies?author_id=eq.${ID}&is_hidden=eq.false&is_thread_hidden=eq.false&order=created_at.desc,id`,
    `replies?thread_id=eq.${ID}&is_hidden=eq.false&order=created_at,id`,
    'profiles?select=id,expert:expert_profiles!inner(speciality)&expert.verified_at=not.is.null&user_level=neq.Banned&order=reputation.desc',
    'profiles?select=id,expert:expert_profiles!inner(followers)&expert.verified_at=not.is.null&expert.speciality=eq.Tax&order=expert(followers).desc,id',
    'profiles?select=id,post_count,expert:expert_profiles!inner()&expert.verified_at=not.is.null&order=post_count.desc,id',
    'profiles?username=eq.asha',
    'profiles?username=ilike.as*',
    'chat_messages?order=created_at.desc,id.desc',
    'chat_messages?user_id=is.null&order=created_at.desc',
    'blog_posts?published=eq.true&featured=eq.true&order=published_at.desc.nullslast,id',
    'blog_posts?published=eq.true&or=(title.imatch.tax,excerpt.imatch.tax)&category=ilike.*tax*&order=published_at.desc,id',
    'blog_posts?published=eq.true&slug=eq.tax',
    `post_revisions?thread_id=eq.${ID}&order=created_at`,
    // Beside a filter that leaves few rows, any comparison and any order is allowed.
    `threads?author_id=eq.${ID}&view_count=gt.5&order=view_count`,
    `threads?select=id,replies(id,content)&id=eq.${ID}&replies.order=upvote_count.desc`,
    'rpc/trending_threads?reply_count=gt.5&order=title',
    // Tables that do not grow with the members.
    'forum_categories?description=ilike.*tax*&order=description',
  ])('may ask for %s', async (path) => {
    const response = await ask(path)
    expect(response.status, response.text).toBe(200)
  })

  it.each([
    ['threads?content=ilike.*tax*', 'searched', 'content'],
    [`threads?category_id=eq.${ID}&content=match.tax`, 'searched', 'content'],
    ['threads?or=(id.is.null,and(title.like.*a*,id.is.null))', 'searched', 'title'],
    ['threads?tags=cs.{tax}', 'searched', 'tags'],
    ['threads?content=wfts.tax', 'searched', 'content'],
    ['threads?view_count=gt.5', 'filtered', 'view_count'],
    ['threads?title=not.eq.tax', 'filtered', 'title'],
    ['threads?updated_at=lt.2020-01-01', 'filtered', 'updated_at'],
    [`threads?or=(author_id.eq.${ID},view_count.eq.1)`, 'filtered', 'view_count'],
    ['threads?excerpt=eq.tax', 'filtered', 'excerpt'],
    ['threads?order=view_count.desc', 'ordered', 'view_count'],
    ['threads?order=created_at,view_count', 'ordered', 'view_count'],
    ['threads?select=id,author:profiles(username)&order=author(username)', 'ordered', 'author'],
    ['threads?is_hidden=eq.false&order=title', 'ordered', 'title'],
    ['profiles?bio=ilike.*tax*', 'searched', 'bio'],
    ['profiles?order=reputation.desc', 'ordered', 'reputation'],
    ['profiles?user_level=eq.Expert', 'filtered', 'user_level'],
    ['replies?content=imatch.(a+)+b', 'searched', 'content'],
    ['chat_messages?message=ilike.*tax*', 'searched', 'message'],
    ['blog_posts?content=ilike.*tax*', 'searched', 'content'],
    ['threads?select=id,replies(id)&replies.content=ilike.*tax*', 'searched', 'content'],
    ['threads?select=id,author:profiles!inner(id)&author.reputation=gt.5', 'filtered', 'reputation'],
  ])('may not ask for %s', async (path, words, column) => {
    const response = await ask(path, { prefer: 'count=exact' })
    expect(response.status).toBe(400)
    const error = response.json as { code: string; message: string; hint: string }
    expect(error.code).toBe('PT400')
    expect(error.message).toMatch(new RegExp(`^Guests cannot have '\\w+' ${words} by '${column}'$`))
    expect(error.hint).toMatch(/^Sign in/)
  })

  it('is told which columns have an index', async () => {
    expect((await ask('profiles?bio=ilike.*tax*')).json.hint).toBe(
      'Sign in, or use a column with an index: full_name, username.',
    )
  })

  it('may not delete by a column without an index', async () => {
    const response = await askRest(server, 'chat_messages?message=ilike.*a*', { method: 'DELETE' })
    expect([response.status, response.json.code]).toEqual([400, 'PT400'])
  })
})
