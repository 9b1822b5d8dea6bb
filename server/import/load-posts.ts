// Imports categories, threads, replies and votes. Texts are converted and pictures stored before a batch's transaction
// begins, so that it holds its locks for milliseconds.
import { randomUUID } from 'node:crypto'
import type { Sql } from '../../api/database/connection.ts'
import { CATEGORY, TAGS, TITLE } from '../../shared/limits.ts'
import { slugify } from '../../shared/slugs.ts'
import { shownLength } from '../../shared/text-length.ts'
import { trimEnd } from '../../shared/trim.ts'
import { convert, referencesOf } from './content.ts'
import { withEmoji } from './emoji.ts'
import { formerMember } from './load-members.ts'
import { clip, type ImportContext, idsOf, inBatch, type Loader, referredIds, remember } from './loading.ts'
import type { Category, Queued, Reply, Thread, Vote } from './records.ts'

/** Characters that titles and tags may not contain (validate_thread_text). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is left out
const UNSEEN = /[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g
/** The address /forums/thread/… is used by the router. */
const TAKEN_SLUGS = new Set(['thread'])

export const loadCategories: Loader<Category> = async ({ sql, source, note }, categories) => {
  for (const { id: foreignId, record } of categories) {
    const name = clip(record.name.trim() || `Category ${foreignId}`, CATEGORY.name)
    const wish = slugify(record.slug ?? '') || slugify(name) || slugify(`category-${foreignId}`)
    const description = record.description?.replace(/<[^<>]*>/g, ' ').trim()
    await inBatch(sql, async (transaction) => {
      const foreign = `category ${foreignId}`
      const [present] = await transaction<{ id: string }[]>`
        select c.id from public.forum_categories c
        where c.slug = ${wish}
          and not exists (select from private.imported i where i.id = c.id and i.source = ${source.name})`
      if (present) note('category', foreignId, `Joined the category ${wish}, which was here`)
      const id = present?.id ?? randomUUID()
      if (!present) {
        const slug = await freeSlug(transaction, trimEnd(wish.slice(0, CATEGORY.slug - 4), '-'))
        if (slug !== record.slug) note('category', foreignId, `Its address is ${slug} here`)
        await transaction`
          insert into public.forum_categories (id, name, slug, description, color)
          values (${id}, ${name}, ${slug}, ${description ? clip(description, CATEGORY.description) : null},
            ${/^#[0-9a-f]{6}$/i.test(record.color ?? '') ? record.color : CATEGORY.color})`
      }
      await remember(transaction, source, [{ foreignId: foreign, id, address: record.address }])
    })
  }
}

async function freeSlug(sql: Sql, wish: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const slug = tries === 1 ? wish : `${wish}-${tries}`
    const [taken] = await sql`select from public.forum_categories where slug = ${slug}`
    if (!taken && !TAKEN_SLUGS.has(slug)) return slug
  }
}

/** The category of threads without one, or with a deleted one. */
async function otherCategory(work: ImportContext): Promise<string> {
  const known = async () => (await idsOf(work, 'category', ['of none'])).get('of none')
  const found = await known()
  if (found) return found
  const record = {
    name: 'Uncategorised',
    slug: 'uncategorised',
    description: null,
    color: null,
    address: null,
  }
  await loadCategories(work, [{ id: 'of none', record }])
  return (await known()) ?? ''
}

/** Members and pictures that both kinds of posts refer to, looked up for a whole batch. */
async function contentsOf(
  work: ImportContext,
  kind: 'thread' | 'reply',
  posts: { id: string; record: Thread | Reply; author: string }[],
): Promise<string[]> {
  const { note, pictures } = work
  const found = posts.map(({ record }) => referencesOf(record.content))
  const members = await usernamesOf(
    work,
    found.flatMap(({ names }) => names),
  )
  const contents: string[] = []
  for (const [index, { id, record, author }] of posts.entries()) {
    const addresses = new Map<string, string | null>()
    for (const reference of found[index]?.pictures ?? []) {
      addresses.set(reference, await pictures.addressOf(reference, 'content', author))
    }
    const references = { pictures: addresses, members }
    const { html, changes } = await convert(record.content, kind, record.format, references)
    for (const change of changes) note(kind, id, `Text ${change}`)
    contents.push(html)
  }
  return contents
}

async function usernamesOf({ sql, source }: ImportContext, names: string[]): Promise<Map<string, string>> {
  const lower = [...new Set(names.map((name) => name.toLowerCase()))]
  if (lower.length === 0) return new Map()
  const { memberAddress } = source
  const rows = memberAddress
    ? await sql<{ name: string; username: string }[]>`
        select w.name, p.username
        from jsonb_to_recordset(${sql.json(lower.map((name) => ({ name, address: memberAddress(name) })))})
          as w (name text, address text)
        join private.imported i on i.old_address = w.address and i.source = ${source.name}
        join public.profiles p on p.id = i.id and not p.is_deleted`
    : await sql<{ name: string; username: string }[]>`
        select lower(p.username) as name, p.username from public.profiles p
        where lower(p.username) = any (${lower}) and not p.is_deleted`
  return new Map(rows.map(({ name, username }) => [name, username]))
}

/** Each post with its author; deleted members share one. */
async function withAuthors<T extends Thread | Reply>(work: ImportContext, posts: Queued<T>[]) {
  const authors = await referredIds(work, 'member', posts, ({ author }) => author)
  const withAuthor = []
  for (const post of posts) {
    const author = authors.get(post.record.author ?? '') ?? (await formerMember(work))
    withAuthor.push({ ...post, author })
  }
  return withAuthor
}

type NewRow = { id: string; [column: string]: string | number | boolean | string[] | null }

/** Times of creation and edit, in this order and not in the future. */
function datesOf(
  { note }: ImportContext,
  kind: string,
  id: string,
  { createdAt, updatedAt }: Thread | Reply,
) {
  const now = new Date().toISOString()
  if (createdAt === null) note(kind, id, 'Has no date: that of the import')
  else if (createdAt > now) note(kind, id, `Is dated in the future (${createdAt}): that of the import`)
  const written = createdAt === null || createdAt > now ? now : createdAt
  const isEdited = updatedAt !== null && updatedAt > written && updatedAt <= now
  return { created_at: written, updated_at: isEdited ? updatedAt : written }
}

export const loadThreads: Loader<Thread> = async (work, queued) => {
  const { sql, source } = work
  const threads = await withAuthors(work, queued)
  const categories = await referredIds(work, 'category', threads, ({ category }) => category)
  const contents = await contentsOf(work, 'thread', threads)
  const ids = await sql<{ id: string }[]>`
    select private.new_thread_id() as id from generate_series(1, ${threads.length})`
  const rows: (NewRow & { title: string })[] = []
  for (const [index, { id: foreignId, record, author }] of threads.entries()) {
    const category = categories.get(record.category ?? '') ?? (await otherCategory(work))
    rows.push({
      id: ids[index]?.id ?? '',
      title: titleOf(work, foreignId, record.title),
      content: contents[index] ?? '',
      author_id: author,
      category_id: category,
      tags: tagsOf(work, foreignId, record.tags ?? []),
      is_sticky: record.isSticky,
      is_pinned: record.isPinned,
      is_locked: record.isLocked,
      is_hidden: record.isHidden,
      view_count: record.views,
      ...datesOf(work, 'thread', foreignId, record),
    })
  }
  await inBatch(sql, async (transaction) => {
    const list = transaction.json(rows)
    const inserted = await transaction<{ id: string }[]>`
      insert into public.threads (
        id, title, content, author_id, category_id, tags, is_sticky, is_pinned, is_locked, is_hidden, view_count,
        created_at, updated_at, last_activity
      )
      select id, title, content, author_id, category_id, tags, is_sticky, is_pinned, is_locked, is_hidden, view_count,
        created_at, updated_at, created_at
      from jsonb_to_recordset(${list}) as t (
        id uuid, title text, content text, author_id uuid, category_id uuid, tags text[], is_sticky boolean,
        is_pinned boolean, is_locked boolean, is_hidden boolean, view_count integer, created_at timestamptz,
        updated_at timestamptz
      )
      returning id`
    assertIds(rows, inserted)
    await transaction`select private.count_imported(${rows.map(({ id }) => id)}, '{}', '{}')`
    await remember(
      transaction,
      source,
      threads.flatMap(({ id: foreignId, record: { address, otherAddress } }, index) => {
        const id = rows[index]?.id ?? ''
        return [
          { foreignId: `thread ${foreignId}`, id, address },
          ...(otherAddress ? [{ foreignId: `address ${otherAddress}`, id, address: otherAddress }] : []),
        ]
      }),
    )
  })
}

function titleOf({ note }: ImportContext, foreignId: string, written: string): string {
  const title = withEmoji(written).replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  const long = shownLength(title) < TITLE.min ? `Discussion: ${title || 'without a title'}` : title
  const fitting = clip(long, TITLE.max)
  if (fitting !== written.trim()) note('thread', foreignId, `Is called ${JSON.stringify(fitting)} here`)
  return fitting
}

function tagsOf({ note }: ImportContext, foreignId: string, written: string[]): string[] {
  const tags = written
    .map((tag) => clip(tag.replace(UNSEEN, '').trim(), TAGS.length))
    .filter((tag) => shownLength(tag) > 0)
  const kept = [...new Set(tags)].slice(0, TAGS.max)
  if (kept.join() !== written.join())
    note('thread', foreignId, `Has these tags here: ${kept.join(', ') || 'none'}`)
  return kept
}

/**
 * Triggers replace an id whose first characters are taken (keep_thread_address): this is rare, and another attempt has
 * other ids.
 */
function assertIds(rows: { id: string }[], inserted: readonly { id: string }[]): void {
  const ids = new Set(inserted.map(({ id }) => id))
  if (rows.some(({ id }) => !ids.has(id))) {
    throw Object.assign(new Error('Two addresses begin alike'), { code: '40001' })
  }
}

export const loadReplies: Loader<Reply> = async (work, queued) => {
  const { sql, source, note } = work
  const [threads, parents] = await Promise.all([
    referredIds(work, 'thread', queued, ({ thread }) => thread),
    referredIds(work, 'reply', queued, ({ parent }) => parent),
  ])
  const known = queued.filter(({ id, record }) => {
    if (!threads.has(record.thread)) note('reply', id, `Its thread ${record.thread} is not here`)
    return threads.has(record.thread)
  })
  const replies = await withAuthors(work, known)
  const contents = await contentsOf(work, 'reply', replies)
  const rows: (NewRow & { thread_id: string })[] = []
  // The rows keep their order, so a parent of the same batch is inserted first.
  const inBatchOf = new Map<string, { id: string; thread: string }>()
  for (const [index, { id: foreignId, record, author }] of replies.entries()) {
    const id = randomUUID()
    const sibling = inBatchOf.get(record.parent ?? '')
    const parent = sibling?.thread === record.thread ? sibling.id : parents.get(record.parent ?? '')
    inBatchOf.set(foreignId, { id, thread: record.thread })
    rows.push({
      id,
      thread_id: threads.get(record.thread) ?? '',
      parent_id: parent ?? null,
      author_id: author,
      content: contents[index] ?? '',
      is_hidden: record.isHidden,
      ...datesOf(work, 'reply', foreignId, record),
    })
  }
  await inBatch(sql, async (transaction) => {
    await transaction`select private.lock_for_import('{}', ${rows.map((row) => row.thread_id)})`
    const inserted = await transaction<{ id: string }[]>`
      insert into public.replies (id, thread_id, parent_id, author_id, content, is_hidden, created_at, updated_at)
      select r.id, r.thread_id, r.parent_id, r.author_id, r.content, r.is_hidden, r.created_at, r.updated_at
      from jsonb_to_recordset(${transaction.json(rows)}) as r (
        id uuid, thread_id uuid, parent_id uuid, author_id uuid, content text, is_hidden boolean,
        created_at timestamptz, updated_at timestamptz
      )
      returning id`
    assertIds(rows, inserted)
    await transaction`select private.count_imported('{}', ${rows.map(({ id }) => id)}, '{}')`
    await remember(
      transaction,
      source,
      replies.map(({ id, record }, index) => ({
        foreignId: `reply ${id}`,
        id: rows[index]?.id ?? '',
        address: record.address,
      })),
    )
  })
}

export const loadVotes: Loader<Vote> = async (work, queued) => {
  const { sql, source, note } = work
  const [members, threads, replies] = await Promise.all([
    referredIds(work, 'member', queued, ({ member }) => member),
    referredIds(work, 'thread', queued, ({ thread }) => thread),
    referredIds(work, 'reply', queued, ({ reply }) => reply),
  ])
  const rows = queued.flatMap(({ id: foreignId, record }) => {
    const user_id = members.get(record.member)
    const reply_id = record.reply ? replies.get(record.reply) : undefined
    const thread_id = record.reply ? undefined : threads.get(record.thread ?? '')
    if (!user_id || !(reply_id ?? thread_id)) {
      note('vote', foreignId, user_id ? 'What it is for is not here' : 'Its member is not here')
      return []
    }
    const now = new Date().toISOString()
    const created_at = record.createdAt && record.createdAt < now ? record.createdAt : now
    return [
      {
        foreignId,
        id: randomUUID(),
        user_id,
        thread_id: thread_id ?? null,
        reply_id: reply_id ?? null,
        created_at,
      },
    ]
  })
  const present = (ids: (string | null)[]) => ids.filter((id) => id !== null)
  await inBatch(sql, async (transaction) => {
    await transaction`select private.lock_for_import(
      ${present(rows.map(({ reply_id }) => reply_id))}, ${present(rows.map(({ thread_id }) => thread_id))})`
    // A person with two accounts there may have voted twice.
    const cast = await transaction<{ id: string }[]>`
      insert into public.reactions (id, user_id, thread_id, reply_id, created_at)
      select v.id, v.user_id, v.thread_id, v.reply_id, v.created_at
      from jsonb_to_recordset(${transaction.json(rows)}) as v
        (id uuid, user_id uuid, thread_id uuid, reply_id uuid, created_at timestamptz)
      on conflict do nothing
      returning id`
    await transaction`select private.count_imported('{}', '{}', ${cast.map(({ id }) => id)})`
    await remember(
      transaction,
      source,
      rows.map(({ foreignId, id }) => ({ foreignId: `vote ${foreignId}`, id })),
    )
  })
}
