import fc from 'fast-check'
import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Participants } from '#app/domain/replies/participants.tsx'
import { fillPart } from '#app/entry.server.tsx'
import { OpeningPost } from '#app/features/discussion/opening-post.tsx'
import { RelatedThreads } from '#app/features/discussion/related-threads.tsx'
import { Replies } from '#app/features/discussion/reply-list.tsx'
import { BottomBar } from '#app/shell/bottom-bar.tsx'
import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'
import { ClockProvider, OnClockChange } from '#app/ui/clock.tsx'
import { FillPartContext } from '#app/ui/kept.tsx'

type Discussion = Omit<ComponentProps<typeof Replies>, 'upvotes' | 'onReply' | 'onChanged' | 'href'> & {
  related: ComponentProps<typeof RelatedThreads>['threads']
}

const NOW = Date.parse('2026-01-01T00:00:00Z')
const SITE = { name: 'A site', description: 'For talk', legalEntity: 'A site Ltd' } as ComponentProps<
  typeof Header
>['site']
const UPVOTES = {
  isOwn: () => false,
  countOf: (_: string, counted: number) => counted,
  cast: async () => undefined,
}
const href = (page: number) => (page > 1 ? `/forums/ipos/a-title?page=${page}` : '/forums/ipos/a-title')
const nothing = async () => undefined

function page(path: string, discussion: Discussion, now = NOW) {
  const { thread, replies, related } = discussion
  const shared = { ...discussion, upvotes: UPVOTES, onChanged: nothing }
  return (
    <StaticRouter location={path}>
      <ClockProvider renderedAt={now}>
        <Header site={SITE} />
        <OpeningPost {...shared} onReply={() => undefined} />
        <Replies {...shared} href={href} onReply={() => undefined} />
        <Participants writers={replies.map(({ author }) => author)} />
        <RelatedThreads threads={related} category={thread.category} />
        <Footer site={SITE} />
        <BottomBar />
      </ClockProvider>
    </StaticRouter>
  )
}

const rendered = (path: string, discussion: Discussion) => renderToString(page(path, discussion))
const filled = (path: string, discussion: Discussion) =>
  renderToString(<FillPartContext value={fillPart}>{page(path, discussion)}</FillPartContext>)

/** Texts that would break out of an element or an attribute, or look like a placeholder. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom(`</span><script>alert(1)</script>`, `" onclick="x`, `it's & <b>`, '$&$1', '/~name~', '0'),
)
const content = fc.constantFrom(
  '<p>Is 20 &lt; 30? “₹” &amp; it&#39;s</p>',
  '<p>$& $1</p><img src="/storage/v1/object/public/images/a.webp" alt="">',
  '<p>/~name~</p>',
  '',
)
const moment = fc
  .date({ min: new Date('2024-01-01'), max: new Date(NOW), noInvalidDate: true })
  .map((date) => date.toISOString())
const author = fc.record({
  id: fc.uuid(),
  username: fc.constantFrom('asha.k', 'bala.data', 'C-3', 'deleted-0123456789ab'),
  user_level: fc.constantFrom('Regular', 'Advanced', 'Expert', 'Moderator', 'Banned'),
  avatar_url: fc.option(fc.constantFrom('/a.webp', '/b.webp?x=1&y=2')),
  total_posts: fc.nat(20_000),
  joined_at: moment,
})
const post = {
  id: fc.uuid(),
  content,
  upvote_count: fc.nat(20_000),
  created_at: moment,
  updated_at: moment,
  author,
}
const reply = fc
  .record({ ...post, answers: fc.option(fc.record({ id: fc.uuid(), username: fc.constant('dev'), text })) })
  .chain((one) => fc.boolean().map((isEdited) => (isEdited ? one : { ...one, updated_at: one.created_at })))
const discussion = fc
  .record({
    thread: fc.record({
      ...post,
      title: text,
      is_locked: fc.boolean(),
      is_deleted: fc.boolean(),
      reply_count: fc.nat(50),
      category: fc.constant({ id: 'c', name: 'IPOs', slug: 'ipos' }),
    }),
    replies: fc.uniqueArray(reply, { maxLength: 4, selector: ({ id }) => id }),
    related: fc.uniqueArray(
      fc.record({ id: fc.uuid(), title: text, reply_count: fc.nat(3), created_at: moment }),
      { maxLength: 3, selector: ({ id }) => id },
    ),
    page: fc.integer({ min: 1, max: 3 }),
    pages: fc.constant(3),
  })
  .map((one) => one as unknown as Discussion)

const path = fc.constantFrom('/', '/forums', '/FORUMS', '/forums/ipos/a-title', '/experts/asha.k', '/profile')

// The browser hydrates the page without cached parts. Nearly every part was cached for another discussion or visitor.
test('a page of kept parts has the bytes of one that was rendered', () => {
  fc.assert(
    fc.property(path, discussion, (at, one) => {
      expect(filled(at, one)).toBe(rendered(at, one))
    }),
    { numRuns: 60 },
  )
})

const DAY_MS = 24 * 60 * 60_000
/** Posts of any age, most of them young, whose words change soon. */
const recent = fc
  .oneof(fc.nat(120_000), fc.nat(3 * 3_600_000), fc.nat(8 * DAY_MS), fc.nat(400 * DAY_MS))
  .map((age) => new Date(NOW - age).toISOString())

test('a page is true until the moment that it says, and not longer', () => {
  const soon = fc.tuple(discussion, fc.array(recent, { minLength: 9, maxLength: 9 })).map(([one, times]) => {
    const [opened = '', edited = '', ...of] = times
    const thread = { ...one.thread, created_at: opened, updated_at: edited }
    const replies = one.replies.map((reply, index) => ({ ...reply, created_at: of[index] ?? opened }))
    return { ...one, thread, replies }
  })
  fc.assert(
    fc.property(path, soon, (at, one) => {
      const until: number[] = []
      const first = renderToString(
        <OnClockChange value={(moment) => until.push(moment)}>{page(at, one)}</OnClockChange>,
      )
      const changes = Math.min(...until)
      expect(changes, 'the year of the footer at least').toBeGreaterThan(NOW)
      expect(renderToString(page(at, one, changes - 1))).toBe(first)
    }),
    { numRuns: 60 },
  )
})

test('texts are escaped in kept parts; HTML that was sanitised is not', () => {
  const part = (texts: { html: string; title: string }) =>
    fillPart(['escaping'], '/-', texts, ({ html = '', title }) => (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what is tested
      <p title={title} dangerouslySetInnerHTML={{ __html: html }} />
    ))
  expect(part({ html: '<b>1</b>', title: '"><i>' })).toBe('<p title="&quot;&gt;&lt;i&gt;"><b>1</b></p>')
  expect(part({ html: '<b>2</b>', title: `'&` })).toBe('<p title="&#x27;&amp;"><b>2</b></p>')
})
