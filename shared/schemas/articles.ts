// The form of an article: values, validation, and the messages of the database's constraints.
import * as z from 'zod/mini'
import * as t from '#words/schemas.ts'
import { fromIndianField } from '../indian-time.ts'
import { OFFERED } from '../languages.ts'
import {
  ARTICLE_CATEGORY,
  ARTICLE_CONTENT,
  ARTICLE_EXCERPT,
  ARTICLE_SOURCES,
  ARTICLE_TITLE,
} from '../limits.ts'
import { textLength } from '../text-length.ts'
import { isWithin, messageOf, text } from './rules.ts'

export const PLANS = ['draft', 'scheduled', 'published'] as const
export type Plan = (typeof PLANS)[number]

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const LONGEST_SLUG = 120

export const articleSchema = z
  .object({
    title: text('blog_posts_title_length', ARTICLE_TITLE),
    /** '': derived from the title. */
    slug: z
      .string()
      .check(
        z.refine(
          (slug) => slug === '' || (slug.length <= LONGEST_SLUG && SLUG.test(slug)),
          messageOf('blog_posts_slug_format'),
        ),
      ),
    excerpt: text('blog_posts_excerpt_length', ARTICLE_EXCERPT),
    category: text('blog_posts_category_length', { min: 1, max: ARTICLE_CATEGORY.max }),
    content: z
      .string()
      .check(
        z.refine((html) => textLength(html) <= ARTICLE_CONTENT.max, messageOf('blog_posts_content_length')),
      ),
    image: z.nullable(z.string()),
    /** Null: the site's team. */
    authorId: z.nullable(z.string()),
    plan: z.enum(PLANS),
    /** Value of a datetime-local field, in Indian time. */
    publishAt: z.string(),
    featured: z.boolean(),
    mailSubscribers: z.boolean(),
    language: z.enum(OFFERED),
    /** The id of the article of which it is the translation; null: none. */
    translationOf: z.nullable(z.string()),
    reviewed: z.boolean(),
    /** Asked for with `reviewed`. */
    reviewedAgainst: z.string().check(z.trim()),
    /** The `updated_at` of the article when editing began, so that no other change is overwritten. */
    base: z.nullable(z.string()),
  })
  .check(
    z.refine(({ plan, content }) => plan === 'draft' || textLength(content) > 0, {
      path: ['content'],
      error: t.writeTheArticleBeforeIt,
    }),
    z.refine(
      ({ reviewed, reviewedAgainst: sources }) =>
        !reviewed || isWithin([...sources.trim()].length, ARTICLE_SOURCES.min, ARTICLE_SOURCES.max),
      { path: ['reviewedAgainst'], error: messageOf('blog_posts_reviewed_against_length') },
    ),
    z.refine(({ plan, publishAt }) => plan !== 'scheduled' || isInFuture(fromIndianField(publishAt)), {
      path: ['publishAt'],
      error: t.chooseATimeInThe,
    }),
  )

export type ArticleFields = z.infer<typeof articleSchema>

function isInFuture(moment: string | null): boolean {
  return moment !== null && Date.parse(moment) > Date.now()
}
