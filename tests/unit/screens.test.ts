// The content that SPEC.md section 2 requires of each screen, on the HTML that the server renders for a guest.
import { PostgrestClient } from '@supabase/postgrest-js'
import { type ComponentProps, createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { CategoryCards } from '#app/domain/categories/category-cards.tsx'
import { ThreadRow } from '#app/domain/threads/thread-list.tsx'
import ThreadNotFound, { LoadingThread } from '#app/features/discussion/thread-not-found.tsx'
import { HeadlineFigures } from '#app/features/home/hero.tsx'
import { ContentThreads } from '#app/features/moderation/content-threads.tsx'
import AdminLayout from '#app/routes/admin/layout.tsx'
import SignIn from '#app/routes/auth/sign-in.tsx'
import SignUp from '#app/routes/auth/sign-up.tsx'
import CategoryPage from '#app/routes/forums/category.tsx'
import Forums from '#app/routes/forums/forums.tsx'
import ThreadScreen, { meta as threadMeta } from '#app/routes/forums/thread.tsx'
import Home, { loader as homeLoader } from '#app/routes/home/home.tsx'
import Contact from '#app/routes/site/contact.tsx'
import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'
import { MembersOnly } from '#app/shell/members-only.tsx'
import { Clock } from '../../shared/clock.ts'
import { linksOf, NOW, renderPage, SITE, wordsOf } from './render-page.tsx'

const ID = '1a2b3c4d-0000-4000-8000-000000000000'
const category = {
  id: 'c1',
  name: 'IPOs',
  slug: 'ipos',
  description: 'New issues',
  icon: '💬',
  color: '#2563eb',
  thread_count: 3,
  post_count: 7,
}
const author = {
  id: 'u1',
  username: 'asha',
  full_name: null,
  avatar_url: null,
  user_level: 'Expert',
  total_posts: 12,
  joined_at: '2026-01-02T12:00:00Z',
}
const thread = {
  id: ID,
  title: 'x'.repeat(60),
  excerpt: 'An excerpt',
  content: '<p>The <b>body</b></p>',
  tags: ['sip'],
  is_sticky: true,
  is_pinned: true,
  is_locked: false,
  is_hidden: false,
  answer_id: null,
  reply_count: 1,
  view_count: 7,
  upvote_count: 5,
  author,
  category,
  last_activity: '2026-11-21T11:00:00Z',
  last_writer: null,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
}
const reply = {
  id: '5e6f7a8b-0000-4000-8000-000000000000',
  parent_id: null,
  content: '<p>An <i>answer</i></p>',
  upvote_count: 2,
  created_at: NOW,
  updated_at: NOW,
  answers: null,
  author: { ...author, username: 'bala' },
}

describe('the frame', () => {
  test('the header leads where the specification says, in its order, and the menu there too', () => {
    const html = renderPage(createElement(Header, { site: SITE }))
    const menu = html.slice(html.indexOf('aria-label="Menu"'))
    const places = ['/', '/forums', '/blog', '/chat', '/trending', '/experts']
    for (const part of [html, menu])
      expect([...new Set(linksOf(part))].filter((link) => places.includes(link))).toEqual(places)
    for (const label of ['Home', 'Learning', 'Live Chat', 'Trending', 'Experts', 'Sign In', 'Sign Out'])
      expect(wordsOf(menu)).toContain(label)
    expect(linksOf(menu)).toEqual(expect.arrayContaining(['/signin', '/profile']))
  })

  test('the footer has the twelve links, the other language, the notice and the year', () => {
    const html = renderPage(createElement(Footer, { site: SITE }))
    expect(linksOf(html)).toEqual([
      ...['/forums/ipos', '/forums/stock-market', '/forums/cryptocurrency', '/forums/taxation'],
      ...['/about', '/contact', '/experts', '/guidelines'],
      ...['/terms', '/privacy', '/disclaimer', '/cookies'],
      '/hi',
    ])
    expect(wordsOf(html)).toContain('for educational purposes only and are not financial advice')
    expect(wordsOf(html)).toContain('© 2024–2026')
  })
})

describe('the front page', () => {
  test('leads from the link of a sign-up to its confirmation, with what the link answered', async () => {
    const url = new URL('/?next=%2Fforums&code=abc', SITE.url)
    const offered = { context: { get: () => ({}) }, request: new Request(url), url, params: {} }
    const answer: unknown = await homeLoader(offered as unknown as Parameters<typeof homeLoader>[0]).catch(
      (thrown: unknown) => thrown,
    )
    expect(answer).toMatchObject({ status: 302 })
    expect((answer as Response).headers.get('location')).toBe('/confirmed?next=%2Fforums&code=abc')
  })

  test('shows the first six categories and the three latest articles, of all that there are', async () => {
    const asked: URL[] = []
    const article = (id: number) => ({
      id: `a${id}`,
      title: `Article ${id}`,
      slug: `article-${id}`,
      excerpt: '',
      category: 'IPO',
      image: null,
      read_time: '10 min read',
      created_at: NOW,
      published_at: NOW,
      author,
    })
    const reader = new PostgrestClient('http://contract.test', {
      fetch: async (input) => {
        const address = new URL(input instanceof Request ? input.url : input)
        asked.push(address)
        if (address.pathname === '/rpc/site_counters')
          return Response.json({ members: 50_000, discussions: 6_000, posts: 40_000, online: 3 })
        return Response.json(address.pathname === '/blog_posts' ? [1, 2, 3, 4, 5].map(article) : [])
      },
    })
    const offered = {
      reader,
      site: SITE,
      tags: new Set<string>(),
      declareSearch: () => undefined,
      clock: new Clock(Date.parse(NOW)),
      lasts: () => undefined,
    }
    const loaded = await homeLoader({
      context: { get: () => offered },
      request: new Request(SITE.url),
      url: new URL(SITE.url),
      params: {},
    } as unknown as Parameters<typeof homeLoader>[0])
    const categories = asked.find(({ pathname }) => pathname === '/forum_categories')
    expect(categories?.searchParams.get('limit')).toBe('6')
    expect(loaded.articles.map(({ id }) => id)).toEqual(['a1', 'a2', 'a3'])
    expect(wordsOf(renderPage(createElement(HeadlineFigures, { figures: loaded.figures })))).toBe(
      'members 50K+ discussions 6K+ posts 40K+ always open 24/7',
    )

    const given = { loaderData: { ...loaded, categories: [category] } }
    const html = renderPage(createElement(Home, given as unknown as ComponentProps<typeof Home>))
    for (const path of ['/forums', '/chat', '/dashboard', '/new-discussion', '/blog', '/signup'])
      expect(linksOf(html)).toContain(path)
    // From one card to the next.
    expect(html).toContain('--step:100ms')
    expect(html).toContain('--step:150ms')

    const empty = { loaderData: { ...loaded, categories: [category], articles: [] } }
    const page = renderPage(createElement(Home, empty as unknown as ComponentProps<typeof Home>))
    const section = page.slice(
      page.indexOf('aria-labelledby="articles"'),
      page.indexOf('aria-labelledby="join"'),
    )
    // The empty state of all lists: its card, drawing and sentence, below the section's head and link.
    expect(section).toMatch(/class="[^"]*border-dashed[^"]*"><span[^>]*>.*No articles yet/s)
    expect(wordsOf(section)).toContain('Articles appear here once they are published.')
    expect(linksOf(section)).toEqual(['/blog'])
  })

  test('a category is a card with its words, counts, colour and picture', () => {
    const html = renderPage(createElement(CategoryCards, { categories: [category] }))
    expect(wordsOf(html)).toBe('IPOs New issues 3 discussions · 7 posts')
    expect(linksOf(html)).toEqual(['/forums/ipos'])
    expect(html).toContain('--cat:#2563eb')
    expect(html).toMatch(/bg-linear-135.*<svg/s)
  })

  test('without categories it says so and leads to the forums', () => {
    const html = renderPage(createElement(CategoryCards, { categories: [] }))
    expect(wordsOf(html)).toContain('No categories yet')
    expect(linksOf(html)).toEqual(['/forums'])
  })
})

describe('the doors', () => {
  test('sign-in has its fields, its links, and Google and GitHub', () => {
    const html = renderPage(createElement(SignIn), '/signin')
    expect(linksOf(html)).toEqual(expect.arrayContaining(['/forgot-password', '/signup']))
    for (const words of ['E-mail', 'Password', 'Google', 'GitHub']) expect(wordsOf(html)).toContain(words)
    expect(html).toContain('aria-label="Show password"')
  })

  test('sign-up has its fields and links, and its button waits for the terms', () => {
    const html = renderPage(createElement(SignUp), '/signup')
    expect(linksOf(html)).toEqual(expect.arrayContaining(['/terms', '/privacy', '/signin']))
    for (const name of ['username', 'email', 'password', 'confirmation', 'agreed'])
      expect(html).toContain(`name="${name}"`)
    expect(html).toMatch(/<button type="submit"[^>]*disabled=""[^>]*>Create Account/)
  })

  test('where nobody new may join, sign-up says so and nothing leads there', () => {
    const closed = { ...SITE, isSignUpOpen: false }
    const signUp = renderPage(createElement(SignUp), '/signup', closed)
    expect(wordsOf(signUp)).toContain('New accounts cannot be made at the moment.')
    expect(signUp).not.toContain('<form')
    expect(linksOf(signUp)).toEqual(expect.arrayContaining(['/forums', '/signin']))
    for (const html of [
      renderPage(createElement(SignIn), '/signin', closed),
      renderPage(createElement(MembersOnly, { title: '', finds: [] }), '/', closed),
    ]) {
      expect(wordsOf(html)).toContain('New accounts cannot be made at the moment.')
      expect(linksOf(html).filter((link) => link.startsWith('/signup'))).toEqual([])
    }
  })
})

describe('the forums', () => {
  test('list each category with its words and counts', () => {
    const given = { loaderData: { categories: [category], error: null } }
    const html = renderPage(createElement(Forums, given as unknown as ComponentProps<typeof Forums>))
    for (const words of ['IPOs', 'New issues', '3 discussions', '7 posts'])
      expect(wordsOf(html)).toContain(words)
    expect(linksOf(html)).toContain('/forums/ipos')
  })

  test('say what failed, in the words of the specification', () => {
    const given = { loaderData: { categories: null, error: 'no answer' } }
    const html = renderPage(createElement(Forums, given as unknown as ComponentProps<typeof Forums>))
    expect(wordsOf(html)).toContain('Error loading forums: no answer')
  })

  test.each([
    [{ list: null, error: 'no answer' }, 'Error loading discussions: no answer'],
    [{ list: { threads: [], page: 1, pages: 1 }, error: null }, 'No discussions yet'],
  ])('a category that has no list says why', (loaded, words) => {
    const given = {
      loaderData: { category, address: { filter: 'latest', page: 1 }, ...loaded },
      params: { category: 'ipos' },
    }
    const page = createElement(CategoryPage, given as unknown as ComponentProps<typeof CategoryPage>)
    const html = renderPage(page, '/forums/ipos')
    expect(wordsOf(html)).toContain(words)
    expect(linksOf(html)).toContain('/new-discussion?category=ipos')
  })

  test('a row has badge, flags, author, excerpt, activity, replies and views', () => {
    const locked = { ...thread, is_locked: true, upvote_count: 40, created_at: thread.last_activity }
    const html = renderPage(createElement(ThreadRow, { thread: locked, within: 'category' }))
    for (const words of ['asha', 'An excerpt', '1 reply', '7 views', '1 hour ago', 'sip'])
      expect(wordsOf(html)).toContain(words)
    for (const flag of ['HOT', 'Sticky', 'Pinned', 'Locked'])
      expect(html).toMatch(new RegExp(`sign-${flag.toLowerCase()} [^>]*><span[^>]*>${flag}<`))
    // What the browser remembers as read is looked up by this.
    expect(html).toContain(`data-read-mark="${locked.id.slice(0, 8)}.1"`)
  })
})

test('contact asks for four things, and knows five subjects', () => {
  const given = { loaderData: { subject: '', promise: { hours: 24, exceptions: '' } } }
  const html = renderPage(createElement(Contact, given as unknown as ComponentProps<typeof Contact>))
  for (const name of ['name', 'email', 'subject', 'message']) expect(html).toContain(`name="${name}"`)
  const subjects = [...html.matchAll(/<option value="(\w+)"/g)].map(([, subject]) => subject)
  expect(subjects).toEqual(['general', 'technical', 'partnership', 'feedback', 'report'])
  expect(wordsOf(html)).toContain('within 24 hours')
})

test('the admin dashboard says that it is on its way while nobody knows who is here', () => {
  expect(wordsOf(renderPage(createElement(AdminLayout), '/admin'))).toContain('Loading admin dashboard...')
})

test('the Content tab shows a title with the first 100 characters of its text', () => {
  const listed = { ...thread, content: `<p>${'y'.repeat(120)}</p>`, reports: [] }
  const given = { threads: [listed], categories: [], flags: () => null, editor: () => null }
  const html = renderPage(createElement(ContentThreads, given))
  expect(wordsOf(html)).toContain(`${thread.title} ${'y'.repeat(100)}…`)
  expect(wordsOf(html)).toContain('1 reply 7 views 5 upvotes')
  expect(linksOf(html)).toContain(`/forums/ipos/${'x'.repeat(50)}-1a2b3c4d`)
})

describe('a discussion', () => {
  const loaderData = { thread, replies: [reply], related: [], page: 1, pages: 1, loadedAt: Date.parse(NOW) }

  test('has trail, head, author, body, acts and replies', () => {
    const given = { loaderData, params: { category: 'ipos', threadId: 'x' } }
    const page = createElement(ThreadScreen, given as unknown as ComponentProps<typeof ThreadScreen>)
    const html = renderPage(page, '/forums/ipos/x')
    const text = wordsOf(html)
    expect(text).toContain(`Home › Forums › IPOs › ${'x'.repeat(50)}…`)
    for (const words of ['7 views', '1 reply', 'Expert', 'Joined 2 Jan 2026 · 12 posts'])
      expect(text).toContain(words)
    for (const words of ['Bookmark', 'Share', 'Reply to Discussion', 'bala']) expect(text).toContain(words)
    expect(text).toContain('Upvote 5')
    expect(html).toContain('aria-label="Upvote reply by bala: 2"')
    expect(html).toContain('<p>The <b>body</b></p>')
    expect(html).toContain('<p>An <i>answer</i></p>')
    expect(linksOf(html)).toContain('/tags/sip')
    expect(html).toContain('aria-label="Reply to bala"')
    expect(html).not.toContain('Delete')
  })

  test('names each of its buttons by what it is for', () => {
    const another = {
      ...reply,
      id: '3a2b3c4d-0000-4000-8000-000000000000',
      author: { ...reply.author, username: 'chetan' },
    }
    const given = { loaderData: { ...loaderData, replies: [reply, another] }, params: {} }
    const page = createElement(ThreadScreen, given as unknown as ComponentProps<typeof ThreadScreen>)
    const buttons = [...renderPage(page, '/forums/ipos/x').matchAll(/<button ([^>]*)>(.*?)<\/button>/gs)]
    const names = buttons.map(
      ([, attributes = '', inner = '']) => /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? wordsOf(inner),
    )
    for (const name of ['More: opening post', 'Share', 'More: reply by bala', 'Upvote reply by chetan: 2'])
      expect(names).toContain(name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('its trail is told to machines with the same cut', () => {
    const given = { loaderData, matches: [{ id: 'root', loaderData: { site: SITE } }] }
    const told = JSON.stringify(threadMeta(given as unknown as Parameters<typeof threadMeta>[0]))
    expect(told).toContain(`"name":"${'x'.repeat(50)}…"`)
  })

  test('that is on its way, or not there, is called so', () => {
    expect(wordsOf(renderPage(createElement(LoadingThread)))).toContain('Loading discussion...')
    const missing = createElement(ThreadNotFound, { category: 'ipos', isDeleted: false })
    expect(wordsOf(renderPage(missing))).toContain('Discussion not found')
  })
})
