// Generates discussions whose posts are as long as people's: 600 characters in the middle and 4,000 at the 95th
// percentile, of the paragraphs, lists and quotations of the sample community, which compress as written text does.
import { connect } from '../api/database/connection.ts'
import { threadPath } from '../shared/slugs.ts'
import { dropIndexes } from './generate.ts'

export const REPLIES = 20
const BATCH = 100
const MEDIAN_LETTERS = 600
/** Of a log-normal distribution: its 95th percentile is 1.645 deviations above the median. */
const DEVIATION = Math.log(4_000 / MEDIAN_LETTERS) / 1.645
const MOST_LETTERS = 20_000
const MEMBERS = 2_000
const HOUR_MS = 3_600_000

/** An element of `list`, the same in each run. Zipf: the second is drawn half as often as the first. */
export function zipf<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(list.length ** random()) - 1] as T
}

/**
 * Adds `count` discussions of 20 replies each to the sample community at `ownerUrl`. Triggers are off: the counters of
 * the discussions are written with the rows.
 * @returns their paths and ids
 */
export async function addLifeLikeThreads(
  ownerUrl: string,
  count: number,
): Promise<{ path: string; id: string }[]> {
  const sql = connect(ownerUrl, { max: 1 })
  try {
    await sql.unsafe('set session_replication_role = replica; set synchronous_commit = off')
    const texts = await sql<{ content: string }[]>`
      select content from public.threads union all select content from public.replies order by content`
    const pieces = texts.flatMap(
      ({ content }) => content.match(/<(p|ul|ol|blockquote|h2|h3)>.*?<\/\1>/g) ?? [],
    )
    const titles = await sql<{ title: string }[]>`select title from public.threads order by title`
    const tags = (
      await sql<{ tag: string }[]>`select distinct unnest(tags) as tag from public.threads order by tag`
    ).map(({ tag }) => tag)
    const categories = await sql<{ id: string; slug: string }[]>`
      select id, slug from public.forum_categories order by slug`
    await sql`
      insert into auth.users (id, email, email_confirmed_at)
      select md5('reader' || n)::uuid, 'reader' || n || '@example.invalid', now() from generate_series(1, ${MEMBERS}::int) n`
    const members = await sql<{ id: string }[]>`
      insert into public.profiles (id, username)
      select md5('reader' || n)::uuid, 'reader_' || n from generate_series(1, ${MEMBERS}::int) n returning id`
    // The index of the replies' words takes most of the time of an insertion.
    const indexes = await dropIndexes(sql)
    const random = randomNumbers(1)
    const added: { path: string; id: string }[] = []
    for (let from = 0; from < count; from += BATCH) {
      const threads = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
        const n = from + index
        const category = zipf(categories, random)
        // Multiplying by an odd number permutes the 32-bit numbers, so every id has a different prefix.
        const prefix = (Math.imul(n + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
        const createdAt = new Date(Date.now() - (n + 48) * HOUR_MS)
        const thread = {
          id: `${prefix}-0000-4000-8000-${String(n).padStart(12, '0')}`,
          title: `${titles[n % titles.length]?.title.slice(0, 180)} ${n}`,
          content: post(pieces, random),
          author_id: zipf(members, random).id,
          category_id: category.id,
          tags: [...new Set([zipf(tags, random), zipf(tags, random), zipf(tags, random)])],
          reply_count: REPLIES,
          upvote_count: Math.floor(40 ** random()),
          view_count: Math.floor(5_000 ** random()),
          created_at: createdAt,
          updated_at: createdAt,
          last_activity: new Date(createdAt.getTime() + (REPLIES / 2) * HOUR_MS),
        }
        added.push({ path: threadPath({ ...thread, category }), id: thread.id })
        return thread
      })
      const replies = threads.flatMap((thread) => {
        const ids = Array.from({ length: REPLIES }, () => crypto.randomUUID())
        return ids.map((id, index) => {
          const createdAt = new Date(thread.created_at.getTime() + index * (HOUR_MS / 2))
          return {
            id,
            thread_id: thread.id,
            // A third of the replies answers another one.
            parent_id: index > 0 && random() < 1 / 3 ? ids[Math.floor(random() * index)] : null,
            author_id: zipf(members, random).id,
            content: post(pieces, random),
            upvote_count: Math.floor(10 ** random()) - 1,
            created_at: createdAt,
            // One in ten was edited.
            updated_at: random() < 0.1 ? new Date(createdAt.getTime() + HOUR_MS) : createdAt,
          }
        })
      })
      await sql`
        insert into public.threads (id, title, content, author_id, category_id, tags, reply_count, upvote_count, view_count,
          created_at, updated_at, last_activity)
        select id, title, content, author_id, category_id, tags, reply_count, upvote_count, view_count, created_at, updated_at,
          last_activity
        from jsonb_populate_recordset(null::public.threads, ${sql.json(threads as never)})`
      await sql`
        insert into public.replies (id, thread_id, parent_id, author_id, content, upvote_count, created_at, updated_at)
        select id, thread_id, parent_id, author_id, content, upvote_count, created_at, updated_at
        from jsonb_populate_recordset(null::public.replies, ${sql.json(replies as never)})`
    }
    for (const definition of indexes) await sql.unsafe(definition)
    await sql.unsafe('vacuum (analyze)')
    await sql.unsafe('checkpoint')
    return added
  } finally {
    await sql.end()
  }
}

/** HTML of a random length; the last paragraph is cut to it. */
function post(pieces: readonly string[], random: () => number): string {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const wanted = Math.min(MOST_LETTERS, MEDIAN_LETTERS * Math.exp(DEVIATION * normal))
  let html = ''
  while (html.length < wanted) {
    const piece = pieces[Math.floor(random() * pieces.length)] ?? ''
    const rest = Math.max(20, wanted - html.length)
    const text = piece.replaceAll(/<[^>]*>/g, '')
    html +=
      piece.length <= rest + 80
        ? piece
        : `<p>${text
            .slice(0, rest)
            .toWellFormed()
            .replace(/&[^;]*$/, '')}</p>`
  }
  return html
}

/** Random numbers from 0 to 1 (mulberry32), so that two runs measure the same data. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
