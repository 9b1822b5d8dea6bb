// Loads the sample community into an empty database, in one transaction with a statement per table. Triggers keep the
// counters, as for posts that members write. Votes are real rows; a hash decides which members vote, so that every load
// gives the same community. Nobody can sign in as one of these members: they have no password and no mailbox.
import { digest } from '../../api/crypto.ts'
import { connect, type Sql } from '../../api/database/connection.ts'
import { loadModeration } from './moderation.ts'
import {
  readArticles,
  readCategories,
  readChat,
  readMembers,
  readThreads,
  type SeedMember,
  type SeedThread,
  stableId,
} from './read.ts'
import { loadSanctions } from './sanctions.ts'
import { spreadViews } from './views.ts'

const SEED_LOCK = 718_201_128
const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/**
 * Fills the database at `ownerUrl` (its owner's address) when it holds neither categories nor discussions.
 * @returns whether it did
 * @throws Error naming the sample's file that is wrong; nothing is left behind.
 */
export async function seedCommunity(ownerUrl: string): Promise<boolean> {
  const sql = connect(ownerUrl, { max: 1 })
  try {
    return await sql.begin(async (transaction) => {
      const work = transaction as unknown as Sql
      await work`select pg_advisory_xact_lock(${SEED_LOCK})`
      const [found] = await work<{ empty: boolean }[]>`
        select not exists (select from public.forum_categories) and not exists (select from public.threads) as empty`
      if (!found?.empty) return false
      await load(work, Date.now())
      return true
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function load(sql: Sql, now: number): Promise<void> {
  const members = readMembers()
  const threads = readThreads(now)
  const at = (age: number) => new Date(now - age).toISOString()
  const memberId = (username: string) => stableId(`member ${username}`)

  await loadMembers(sql, members, at)
  const categories = readCategories().map(({ translations: _later, ...category }, index) => ({
    ...category,
    id: stableId(`category ${category.slug}`),
    // Minutes apart, so that the newest-first list of the admin page has an order.
    created_at: at(1_500 * DAY_MS - index * MINUTE_MS),
  }))
  await sql`
    insert into public.forum_categories (id, name, slug, description, icon, color, created_at)
    select id, name, slug, description, icon, color, created_at
    from jsonb_to_recordset(${sql.json(categories)}) as c
      (id uuid, name text, slug text, description text, icon text, color text, created_at timestamptz)`

  const threadRows = threads.map((thread) => ({
    id: thread.id,
    title: thread.title,
    content: thread.content,
    tags: thread.tags,
    author_id: memberId(thread.author),
    category_id: stableId(`category ${thread.category}`),
    is_sticky: thread.sticky,
    is_pinned: thread.pinned,
    is_locked: thread.locked,
    view_count: thread.views,
    created_at: at(thread.age),
  }))
  await sql`
    insert into public.threads (
      id, title, content, author_id, category_id, tags, is_sticky, is_pinned, is_locked, view_count, created_at,
      updated_at, last_activity
    )
    select id, title, content, author_id, category_id, tags, is_sticky, is_pinned, is_locked, view_count, created_at,
      created_at, created_at
    from jsonb_to_recordset(${sql.json(threadRows)}) as t (
      id uuid, title text, content text, author_id uuid, category_id uuid, tags text[], is_sticky boolean,
      is_pinned boolean, is_locked boolean, view_count integer, created_at timestamptz
    )`

  const views = threads.flatMap((thread) =>
    spreadViews(thread.views, thread.age, now).map((count) => ({ thread_id: thread.id, ...count })),
  )
  await sql`
    insert into private.thread_view_counts (thread_id, since, views)
    select thread_id, since, views
    from jsonb_to_recordset(${sql.json(views)}) as v (thread_id uuid, since timestamptz, views integer)`
  await sql`
    insert into private.site_view_counts (since, views)
    select since, sum(views) from private.thread_view_counts group by since`

  const replyRows = threads.flatMap((thread) =>
    thread.replies.map((reply) => ({
      id: reply.id,
      thread_id: thread.id,
      parent_id: reply.parentId,
      content: reply.content,
      author_id: memberId(reply.author),
      created_at: at(reply.age),
    })),
  )
  // A reply comes after its parent: the insert keeps the order of the rows.
  await sql`
    insert into public.replies (id, thread_id, parent_id, author_id, content, created_at, updated_at)
    select id, thread_id, parent_id, author_id, content, created_at, created_at
    from jsonb_to_recordset(${sql.json(replyRows)}) as r (
      id uuid, thread_id uuid, parent_id uuid, author_id uuid, content text, created_at timestamptz
    )`
  const votes = castVotes(threads, members).map(({ member, age, ...vote }) => ({
    ...vote,
    user_id: memberId(member),
    created_at: at(age),
  }))
  await sql`
    insert into public.reactions (user_id, thread_id, reply_id, created_at)
    select user_id, thread_id, reply_id, created_at
    from jsonb_to_recordset(${sql.json(votes)}) as v
      (user_id uuid, thread_id uuid, reply_id uuid, created_at timestamptz)`
  await loadArticles(sql, now, memberId)
  await loadTranslations(sql)
  await loadChat(sql, at, memberId)
  await loadSanctions(sql, at)
  await loadModeration(sql, at)
  await backdateActivity(sql)
}

async function loadMembers(sql: Sql, members: SeedMember[], at: (age: number) => string): Promise<void> {
  const rows = members.map((member) => ({
    id: stableId(`member ${member.username}`),
    username: member.username,
    full_name: member.full_name,
    // The members are invented, and some name a profession: their bio must say so.
    bio: `Sample member. ${member.bio ?? ''}`.trim(),
    user_level: member.user_level,
    email: `${member.username.toLowerCase()}@example.invalid`,
    joined_at: at(Number.parseInt(member.joined, 10) * DAY_MS),
  }))
  const list = sql.json(rows)
  await sql`
    insert into auth.users (id, email, email_confirmed_at, created_at, updated_at, raw_app_meta_data, raw_user_meta_data)
    select id, email, joined_at, joined_at, joined_at, '{"provider": "email", "providers": ["email"]}',
      jsonb_build_object('username', username, 'full_name', full_name)
    from jsonb_to_recordset(${list}) as m (id uuid, email text, username text, full_name text, joined_at timestamptz)`
  await sql`
    update public.profiles p
    set bio = m.bio, user_level = m.user_level, joined_at = m.joined_at, created_at = m.joined_at
    from jsonb_to_recordset(${list}) as m (id uuid, bio text, user_level text, joined_at timestamptz)
    where p.id = m.id`
  const experts = members.filter((member) => member.expert)
  const profiles = experts.map(({ username, joined, expert }) => ({
    user_id: stableId(`member ${username}`),
    speciality: expert?.speciality,
    verified_at: at((Number.parseInt(joined, 10) - 20) * DAY_MS),
    followers: 0,
    created_at: at(Number.parseInt(joined, 10) * DAY_MS),
    updated_at: at(0),
    is_sample: true,
  }))
  await sql`
    insert into public.expert_profiles
    select * from jsonb_populate_recordset(null::public.expert_profiles, ${sql.json(profiles)})`
  const follows = experts.flatMap((expert) =>
    shuffle(members, `followers of ${expert.username}`)
      .filter((member) => member !== expert)
      .slice(0, 12 + (hashNumber(expert.username) % 20))
      .map((member) => ({
        follower_id: stableId(`member ${member.username}`),
        followed_id: stableId(`member ${expert.username}`),
      })),
  )
  await sql`
    insert into public.follows (follower_id, followed_id)
    select follower_id, followed_id
    from jsonb_to_recordset(${sql.json(follows)}) as f (follower_id uuid, followed_id uuid)`
}

type Vote = { member: string; thread_id: string | null; reply_id: string | null; age: number }

/** Members vote for posts of others, after the post was written. */
function castVotes(threads: SeedThread[], members: SeedMember[]): Vote[] {
  return threads.flatMap((thread) => {
    const posts = [
      { ...thread, target: { thread_id: thread.id, reply_id: null } },
      ...thread.replies.map((reply) => ({ ...reply, target: { thread_id: null, reply_id: reply.id } })),
    ]
    return posts.flatMap((post) =>
      shuffle(members, post.id)
        .filter((member) => member.username !== post.author)
        .slice(0, post.upvotes)
        .map(({ username }) => ({
          ...post.target,
          member: username,
          age: Math.floor((post.age * (hashNumber(`${post.id} ${username}`) % 1_000)) / 1_000),
        })),
    )
  })
}

async function loadArticles(sql: Sql, now: number, memberId: (username: string) => string): Promise<void> {
  const articles = readArticles().map(
    ({
      author,
      publishedAt,
      reviewedAt,
      readTime,
      language: _language,
      translationOf: _original,
      ...article
    }) => ({
      ...article,
      id: stableId(`article ${article.slug}`),
      author_id: memberId(author),
      read_time: readTime,
      // An article is never of tomorrow, whatever the clock says.
      published_at: new Date(Math.min(Date.parse(publishedAt), now)).toISOString(),
      reviewed_at: reviewedAt,
    }),
  )
  await sql`
    insert into public.blog_posts (
      id, slug, title, category, excerpt, content, author_id, featured, read_time, status, published_at, reviewed_at,
      created_at, updated_at
    )
    select id, slug, title, category, excerpt, content, author_id, featured, read_time, 'published', published_at,
      reviewed_at, published_at, published_at
    from jsonb_to_recordset(${sql.json(articles)}) as a (
      id uuid, slug text, title text, category text, excerpt text, content text, author_id uuid, featured boolean,
      read_time text, published_at timestamptz, reviewed_at timestamptz
    )`
}

/** Names of categories in Hindi, and which article is the translation of which. */
async function loadTranslations(sql: Sql): Promise<void> {
  // The schema that upgrades/upgrade.test.ts begins with has one language.
  const [schema] = await sql<{ isTranslated: boolean }[]>`
    select to_regprocedure('public.name_hi(public.forum_categories)') is not null as "isTranslated"`
  if (!schema?.isTranslated) return
  const categories = readCategories().map(({ slug, translations }) => ({ slug, translations }))
  await sql`
    update public.forum_categories c set translations = t.translations
    from jsonb_to_recordset(${sql.json(categories)}) as t (slug text, translations jsonb)
    where c.slug = t.slug`
  const articles = readArticles().map(({ slug, language, translationOf }) => ({
    slug,
    language,
    original: translationOf,
  }))
  await sql`
    update public.blog_posts b
    set language = t.language, translation_of = (select o.id from public.blog_posts o where o.slug = t.original)
    from jsonb_to_recordset(${sql.json(articles)}) as t (slug text, language text, original text)
    where b.slug = t.slug and t.language <> 'en'`
}

async function loadChat(
  sql: Sql,
  at: (age: number) => string,
  memberId: (username: string) => string,
): Promise<void> {
  const messages = readChat().map(({ author, name, age, message }, index) => ({
    id: stableId(`message ${index}`),
    message,
    username: name,
    user_id: author && memberId(author),
    created_at: at(age),
  }))
  await sql`
    insert into public.chat_messages (id, message, username, user_id, is_anonymous, created_at)
    select id, message, username, user_id, user_id is null, created_at
    from jsonb_to_recordset(${sql.json(messages)}) as c
      (id uuid, message text, username text, user_id uuid, created_at timestamptz)`
}

/** Sets what a grown community would have: times of last activity, old notifications read, no changes to publish. */
async function backdateActivity(sql: Sql): Promise<void> {
  await sql`
    update public.profiles p
    set last_active = least(now(), greatest(
      p.joined_at,
      (select max(t.created_at) from public.threads t where t.author_id = p.id),
      (select max(r.created_at) from public.replies r where r.author_id = p.id),
      (select max(x.created_at) from public.reactions x where x.user_id = p.id),
      (select max(c.created_at) from public.chat_messages c where c.user_id = p.id)
    ))`
  // Or the job would do it later, as if it were news. The schema that upgrades/upgrade.test.ts begins with has no such job.
  await sql`
    do $$ begin
      if to_regprocedure('private.notify_of_replies()') is not null then
        while private.notify_of_replies() > 0 loop end loop;
      end if;
    end $$`
  await sql`
    update public.notifications n
    set created_at = r.created_at, read_at = r.created_at + interval '6 hours'
    from public.replies r
    where r.id = n.reply_id`
  await sql`
    update public.notifications n
    set created_at = t.created_at, read_at = t.created_at + interval '6 hours'
    from public.threads t
    where t.id = n.thread_id and n.reply_id is null`
  await sql`
    update public.thread_subscriptions s
    set created_at = t.created_at, last_read_at = t.last_activity
    from public.threads t
    where t.id = s.thread_id`
  await sql`delete from private.changes`
}

function shuffle(members: SeedMember[], key: string): SeedMember[] {
  return members
    .map((member) => ({ member, order: hashNumber(`${key} ${member.username}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ member }) => member)
}

/** A pseudorandom number that depends on the text alone. */
function hashNumber(text: string): number {
  return digest(text, 'buffer').readUInt32BE(0)
}
