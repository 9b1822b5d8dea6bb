// Who may do what with articles, their former addresses, and what of them went out by mail.
import { ADMIN_CHANGES, ADMIN_INSERTS, ADMIN_READS, cells, EVERYBODY, NOBODY, type Rule } from './rule.ts'
import { idOf } from './scene.ts'

export const articleRules: Rule[] = [
  {
    table: 'blog_posts',
    verb: 'select',
    what: 'a published article',
    attempt: () => ({ query: `id=eq.${idOf('article')}` }),
    cells: EVERYBODY,
  },
  {
    table: 'blog_posts',
    verb: 'select',
    what: 'a drafted article',
    attempt: () => ({ query: `id=eq.${idOf('article', 'draft')}` }),
    cells: cells('none', 'none', 'yes', 'none'),
  },
  {
    table: 'blog_posts',
    verb: 'insert',
    what: 'an article',
    attempt: () => ({ body: { title: 'New', category: 'IPO', content: '<p>New</p>', published: true } }),
    cells: ADMIN_INSERTS,
  },
  {
    table: 'blog_posts',
    verb: 'update',
    what: 'an article',
    attempt: () => ({ query: `id=eq.${idOf('article')}`, body: { title: 'Changed' } }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'blog_posts',
    verb: 'update',
    what: 'who gets an article, its review, and of which it is the translation',
    attempt: () => ({
      query: `id=eq.${idOf('article')}`,
      body: {
        mail_subscribers: true,
        reviewed_at: '2025-01-01T00:00:00+00:00',
        reviewed_against: 'sebi.gov.in',
        language: 'hi',
        translation_of: idOf('article', 'draft'),
      },
    }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'blog_posts',
    verb: 'delete',
    what: 'an article',
    attempt: () => ({ query: `id=eq.${idOf('article')}` }),
    cells: ADMIN_CHANGES,
  },
  {
    table: 'blog_post_slugs',
    verb: 'select',
    what: 'a former address of a published article',
    attempt: () => ({ query: 'slug=eq.published-before' }),
    cells: EVERYBODY,
  },
  {
    table: 'blog_post_slugs',
    verb: 'select',
    what: 'a former address of a drafted article',
    attempt: () => ({ query: 'slug=eq.drafted-before' }),
    cells: cells('none', 'none', 'yes', 'none'),
  },
  {
    table: 'blog_post_slugs',
    verb: 'insert',
    what: 'a former address',
    attempt: () => ({ body: { slug: 'stolen', post_id: idOf('article') } }),
    cells: NOBODY,
  },
  {
    table: 'blog_post_slugs',
    verb: 'update',
    what: 'where a former address leads',
    attempt: () => ({ query: 'slug=eq.published-before', body: { post_id: idOf('article', 'draft') } }),
    cells: NOBODY,
  },
  {
    table: 'blog_post_slugs',
    verb: 'delete',
    what: 'a former address',
    attempt: () => ({ query: 'slug=eq.published-before' }),
    cells: NOBODY,
  },
]

export const newsletterRules: Rule[] = [
  {
    table: 'newsletter_issues',
    verb: 'select',
    what: 'which article went out to how many',
    attempt: () => ({ query: `article_id=eq.${idOf('article')}` }),
    cells: ADMIN_READS,
  },
  {
    table: 'newsletter_issues',
    verb: 'insert',
    what: 'that an article went out',
    attempt: () => ({ body: { article_id: idOf('article', 'draft'), recipients: 1 } }),
    cells: NOBODY,
  },
  {
    table: 'newsletter_issues',
    verb: 'update',
    what: 'to how many an article went out',
    attempt: () => ({ query: `article_id=eq.${idOf('article')}`, body: { recipients: 9 } }),
    cells: NOBODY,
  },
  {
    table: 'newsletter_issues',
    verb: 'delete',
    what: 'that an article went out, so that it goes out again',
    attempt: () => ({ query: `article_id=eq.${idOf('article')}` }),
    cells: NOBODY,
  },
]
