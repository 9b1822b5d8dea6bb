// Searches, and results as pages show them. Everybody finds what guests may see (supabase/schemas: search).
import { namesHere } from '#app/domain/categories/names.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { retryText } from '#app/platform/supabase/retry-after.ts'
import { articleCategory } from '#shared/article-words.ts'
import { QUESTION } from '#shared/limits.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { memberPath, replyPath, tagPath, threadPath } from '#shared/slugs.ts'
import { tooManySearches } from '#shared/waiting.ts'
import * as t from '#words/search-more.ts'
import { type SearchAddress, TIMES } from './address.ts'
import { unmarked } from './marks.tsx'

export type AnswerKind = 'thread' | 'reply' | 'article' | 'member' | 'tag'

export type Answer = {
  key: string
  /** Of the row; empty for a tag. */
  id: string
  kind: AnswerKind
  /** The address of the result. */
  to: string
  /** With the matches between marks (marks.tsx), like `excerpt`. */
  title: string
  excerpt: string | null
  /** The category of the result. */
  section: string | null
  author: { id: string; name: string; avatar_url: string | null; level: string } | null
  at: string | null
  /** The replies of a discussion, or the discussions of a tag or a member. */
  count: number | null
  /** A discussion with an accepted answer, or a reply that is one. */
  isAnswered: boolean
}

export type Answers = {
  answers: Answer[]
  /** The number of results of each kind; at most the 200 best are counted. */
  totals: Partial<Record<AnswerKind, number>>
  /** False: nothing has all the words as typed, and these are similar. */
  matchesExactly: boolean
  /** The query in a spelling that finds more, if a word of it is hardly used. */
  meant: string | null
}

type Row = {
  kind: string
  id: string | null
  title: string
  excerpt: string | null
  slug: string | null
  section: string | null
  thread_id: string | null
  username: string | null
  author_id: string | null
  avatar_url: string | null
  user_level: string | null
  at: string | null
  reply_count: number | null
  thread_count: number | null
  is_exact: boolean
  total: number
  is_answered: boolean
  meant: string | null
}

const NOTHING: Answers = { answers: [], totals: {}, matchesExactly: true, meant: null }

/** One page of the results of a search. @throws the API's error: 57014 for a timeout, 429 for too many searches */
export async function search(reader: DbClient, address: SearchAddress, now: number): Promise<Answers> {
  const { q, kind, category, author, time, sort, page } = address
  if ([...q].length < QUESTION.min) return NOTHING
  const back = TIMES[time].ms
  const searching = reader
    .rpc(
      'search',
      {
        query: q,
        only_kind: kind,
        max_rows: PAGE_SIZE,
        skip: (page - 1) * PAGE_SIZE,
        ...(category ? { in_category: category } : {}),
        ...(author ? { by_author: author } : {}),
        ...(sort === 'date' ? { sort } : {}),
        ...(back ? { since: new Date(now - back).toISOString() } : {}),
      },
      { get: true },
    )
    .throwOnError()
  return answersHere(reader, searching)
}

/** The function's rows as results, with the names of categories and subjects in the language of the page. */
export async function answersHere(
  reader: DbClient,
  searching: PromiseLike<{ data: readonly Row[] }>,
): Promise<Answers> {
  const [{ data }, named] = await Promise.all([searching, namesHere(reader)])
  return answersOf(
    data.map((row) => {
      const { kind, slug, section } = row
      const isPost = kind === 'thread' || kind === 'reply'
      if (kind === 'article' && section) return { ...row, section: articleCategory(section) }
      return isPost && slug && section ? { ...row, section: named({ slug, name: section }).name } : row
    }),
  )
}

/** The function's rows as results. */
function answersOf(rows: readonly Row[]): Answers {
  const totals: Answers['totals'] = {}
  const answers = rows.map((row) => {
    const answer = answerOf(row)
    totals[answer.kind] = row.total
    return answer
  })
  const [first] = rows
  return {
    answers,
    totals,
    matchesExactly: rows.every(({ is_exact }) => is_exact),
    meant: first?.meant ?? null,
  }
}

function answerOf(row: Row): Answer {
  const kind = row.kind as AnswerKind
  return {
    kind,
    key: `${kind}-${row.id ?? row.title}`,
    id: row.id ?? '',
    to: pathOf(kind, row),
    title: row.title,
    excerpt: row.excerpt,
    section: row.section,
    at: row.at,
    author:
      row.author_id && row.username
        ? {
            id: row.author_id,
            name: row.username,
            avatar_url: row.avatar_url,
            level: row.user_level ?? 'Regular',
          }
        : null,
    count: kind === 'thread' ? row.reply_count : row.thread_count,
    isAnswered: row.is_answered,
  }
}

function pathOf(kind: AnswerKind, { id, title, slug, thread_id, username }: Row): string {
  if (kind === 'article') return `/blog/${slug}`
  if (kind === 'member') return memberPath(username ?? '')
  if (kind === 'tag') return tagPath(title)
  const thread = threadPath({ id: thread_id ?? '', title: unmarked(title), category: { slug: slug ?? '' } })
  return kind === 'reply' ? replyPath(thread, id ?? '') : thread
}

/** The statement timed out. */
const TOO_LONG = '57014'
const TOO_MANY = 'over_request_rate_limit'

/** The message for a failed search. */
export function failureText(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  if (code === TOO_MANY) return tooManySearches(retryText(Date.now()))
  if (code === TOO_LONG) return t.thatSearchTookTooLong
  return t.theSearchDidNotAnswer
}
