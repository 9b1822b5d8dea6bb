// The rows before each attempt: every member has one row of each kind, with an id derived from kind and owner.
import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from '../../api/database/connection.ts'
import { type Actor, MEMBERS, type Member, otherThan } from '../cast.ts'
import type { TestServer } from '../support/server.ts'

export type Kind =
  | 'anonymous message'
  | 'appeal'
  | 'article'
  | 'category'
  | 'contact'
  | 'deleted thread'
  | 'draft'
  | 'expired message'
  | 'export'
  | 'guest message'
  | 'hidden reply'
  | 'hidden revision'
  | 'hidden thread'
  | 'locked reply'
  | 'locked thread'
  | 'message'
  | 'note'
  | 'notification'
  | 'reply'
  | 'report'
  | 'reserved name'
  | 'revision'
  | 'revision of what is hidden'
  | 'sanction'
  | 'shield rule'
  | 'subscriber'
  | 'synonyms'
  | 'thread'
  | 'vote'

/** Who is under which sanction. */
const SANCTIONED = {
  no_chat: 'no_chat',
  silenced: 'read_only',
  suspended: 'suspended',
  banned: 'banned',
} as const

/** The account ids of the members. */
export type Ids = Record<Member, string>
export type Stage = { server: TestServer; sql: Sql; ids: Ids; tokens: Record<Member, string> }

/** The id of `owner`'s row of a kind. Rows without an owner belong to the site. */
export function idOf(kind: Kind, owner: Actor | 'site' | 'full' | 'empty' | 'draft' = 'site'): string {
  const hex = createHash('md5').update(`${kind} of ${owner}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * Signs the actors up.
 * @param members those that do; the others have ids and no account
 */
export async function gatherCast(
  server: TestServer,
  members: readonly Member[] = MEMBERS,
): Promise<Pick<Stage, 'ids' | 'tokens'>> {
  const ids = {} as Ids
  const tokens = {} as Record<Member, string>
  for (const member of MEMBERS) ids[member] = randomUUID()
  for (const member of members) {
    const answer = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `${member}@example.com`,
        password: `${member} walks slowly through Churchgate`,
        // Not the names that the stage gives them: some of these are reserved.
        data: { username: `${member}x` },
      }),
    })
    const session = (await answer.json()) as { access_token: string; user: { id: string } }
    if (!answer.ok) throw new Error(`${member} could not sign up: ${JSON.stringify(session)}`)
    ids[member] = session.user.id
    tokens[member] = session.access_token
  }
  return { ids, tokens }
}

/** Puts every row back to where it was. Triggers are off: what is staged announces, counts and forbids nothing. */
export async function setStage({ sql, ids }: Pick<Stage, 'sql' | 'ids'>): Promise<void> {
  const members = MEMBERS.map((member) => ({ member, id: ids[member], other: ids[otherThan(member)] }))
  const each = (row: (member: Member, id: string, other: string) => string) =>
    members.map(({ member, id, other }) => `(${row(member, id, other)})`).join(',\n')
  const category = idOf('category', 'full')
  await sql.unsafe(`
    begin;
    set local session_replication_role = replica;
    ${[...TABLES, 'private.appeal_decisions', 'private.sanction_records', 'private.moderation_mails', 'private.answers', 'private.unpublished_posts', 'private.sealed_posts', 'private.chat_authors', 'private.newsletter_tokens', 'private.thread_words', 'private.thread_tags'].map((table) => `delete from ${table};`).join('\n')}
    delete from public.profiles;
    insert into public.profiles (id, username) values ${each((member, id) => `'${id}', '${member}'`)};
    update public.profiles set bio = 'As staged', full_name = username, reputation = 0, total_posts = 0,
      total_replies = 0, joined_at = '2024-01-01', created_at = '2024-01-01', updated_at = '2024-01-01',
      user_level = case username when 'meera' then 'Moderator' when 'banned' then 'Banned' else 'Regular' end;
    delete from public.site_settings;
    insert into public.site_settings default values;
    insert into public.user_roles (user_id, role) values ('${ids.admin}', 'admin');
    insert into public.sanctions (id, member_id, kind, message) values
      ${Object.entries(SANCTIONED)
        .map(
          ([member, kind]) =>
            `('${idOf('sanction', member as Member)}', '${ids[member as Member]}', '${kind}', 'As staged')`,
        )
        .join(', ')};
    insert into private.sanction_records (sanction_id, decided_by, note)
      select s.id, '${ids.admin}', 'Staged for staff' from public.sanctions s;
    insert into public.member_notes (id, member_id, author_id, note) values
      ('${idOf('note')}', '${ids.asha}', '${ids.admin}', 'Staged for staff');
    insert into public.forum_categories (id, name, slug, description) values
      ('${category}', 'Full', 'full', 'Has discussions'), ('${idOf('category', 'empty')}', 'Empty', 'empty', 'Has none');
    insert into public.category_guides (category_id, note) values ('${category}', '<p>Staged</p>');
    insert into public.threads (id, title, content, author_id, category_id, is_locked, is_hidden, state) values
      ${(
        [
          ['thread', false, false],
          ['locked thread', true, false],
          ['hidden thread', false, true],
        ] as const
      )
        .map(([kind, locked, hidden]) =>
          each(
            (member, id) =>
              `'${idOf(kind, member)}', 'A ${kind} as staged', '<p>Staged for a test.</p>', '${id}', '${category}', ${locked}, ${hidden}, '${hidden ? 'hidden' : 'shown'}'`,
          ),
        )
        .join(',\n')};
    insert into public.replies (id, thread_id, author_id, content, is_hidden, state) values
      ${each((member, id) => `'${idOf('reply', member)}', '${idOf('thread', member)}', '${id}', '<p>Staged reply</p>', false, 'shown'`)},
      ${each((member, id) => `'${idOf('locked reply', member)}', '${idOf('locked thread', member)}', '${id}', '<p>Staged reply</p>', false, 'shown'`)},
      ${each((member, id) => `'${idOf('hidden reply', member)}', '${idOf('thread', member)}', '${id}', '<p>Staged reply</p>', true, 'hidden'`)};
    insert into public.reactions (id, user_id, thread_id) values
      ${each((member, id) => `'${idOf('vote', member)}', '${id}', '${idOf('thread', otherThan(member))}'`)};
    insert into public.bookmarks (user_id, thread_id) values ${each((member, id) => `'${id}', '${idOf('thread', member)}'`)};
    insert into public.reply_bookmarks (user_id, reply_id) values ${each((member, id) => `'${id}', '${idOf('reply', member)}'`)};
    insert into public.thread_subscriptions (user_id, thread_id, last_read_at) values
      ${each((member, id) => `'${id}', '${idOf('thread', member)}', '2024-01-01'`)};
    insert into public.thread_reads (user_id, thread_id, read_until) values
      ${each((member, id) => `'${id}', '${idOf('thread', member)}', '2024-01-01'`)};
    insert into public.category_reads (user_id, category_id, read_until) values
      ${each((_member, id) => `'${id}', '${category}', '2024-01-01'`)};
    insert into public.visits (user_id) values ${each((_member, id) => `'${id}'`)};
    insert into public.polls (thread_id, question, options, votes) values
      ('${idOf('thread', 'asha')}', 'As staged?', '{Yes,No}', '{${members.length},0}');
    insert into public.poll_votes (thread_id, user_id, choice) values
      ${each((_member, id) => `'${idOf('thread', 'asha')}', '${id}', 1`)};
    insert into public.follows (follower_id, followed_id) values ${each((_member, id, other) => `'${id}', '${other}'`)};
    insert into public.mutes (user_id, word) values ${each((_member, id) => `'${id}', 'as never staged'`)};
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values ${each((member, id) => `'${id}', 'https://fcm.googleapis.com/fcm/send/${member}', 'BA${'A'.repeat(85)}', '${'A'.repeat(22)}'`)};
    insert into public.watches (user_id, tag) values ${each((_member, id) => `'${id}', 'ipo'`)};
    insert into public.notifications (id, user_id, kind, thread_id) values
      ${each((member, id) => `'${idOf('notification', member)}', '${id}', 'reply_to_thread', '${idOf('thread', member)}'`)};
    insert into public.first_runs (user_id) values ${each((_member, id) => `'${id}'`)};
    insert into public.notification_settings (user_id) values ${each((_member, id) => `'${id}'`)};
    insert into public.mail_refusals (user_id, address, kind, is_paused) values ${each((member, id) => `'${id}', '${member}@example.com', 'hard', true`)};
    insert into public.post_revisions (id, reply_id, content, is_hidden) values
      ${each((member) => `'${idOf('revision', member)}', '${idOf('reply', member)}', '<p>Staged before</p>', false`)},
      ${each((member) => `'${idOf('hidden revision', member)}', '${idOf('reply', member)}', '<p>Staged before</p>', true`)},
      ${each((member) => `'${idOf('revision of what is hidden', member)}', '${idOf('hidden reply', member)}', '<p>Staged before</p>', false`)};
    insert into public.chat_messages (id, message, username, user_id, is_anonymous, created_at) values
      ${each((member, id) => `'${idOf('message', member)}', 'Staged', '${member}', '${id}', false, now()`)},
      ${each((member) => `'${idOf('anonymous message', member)}', 'Staged', 'Owl', null, true, now()`)},
      ('${idOf('guest message')}', 'Staged', 'Owl', null, true, now()),
      ('${idOf('expired message')}', 'Staged', 'Owl', null, true, now() - interval '13 hours');
    insert into public.chat_reactions (message_id, user_id, kind) values ${each((_member, id) => `'${idOf('guest message')}', '${id}', 'agree'`)};
    delete from private.chat_mutes;
    delete from private.report_decisions;
    insert into private.chat_guests (message_id, visitor) values ('${idOf('guest message')}', 1)
      on conflict (message_id) do nothing;
    insert into private.chat_authors (message_id, user_id) values
      ${each((member, id) => `'${idOf('anonymous message', member)}', '${id}'`)};
    insert into public.reports (id, reporter_id, profile_id, target_kind, target_id, reason) values
      ${each((member, id, other) => `'${idOf('report', member)}', '${id}', '${other}', 'profile', '${other}', 'Staged'`)};
    insert into public.blog_posts (id, title, slug, category, status, published) values
      ('${idOf('article')}', 'Published', 'published', 'IPO', 'published', true),
      ('${idOf('article', 'draft')}', 'Drafted', 'drafted', 'IPO', 'draft', false);
    insert into public.blog_post_slugs (slug, post_id) values
      ('published-before', '${idOf('article')}'), ('drafted-before', '${idOf('article', 'draft')}');
    -- Queued already: the job that queues e-mails would change the row while an actor tries to.
    insert into public.newsletter_issues (article_id, recipients, queued_at) values ('${idOf('article')}', 3, now());
    insert into public.expert_profiles (user_id, speciality, verified_at) values
      ${each((member, id) => `'${id}', 'Staging', ${member === 'meera' ? "'2024-01-01'" : 'null'}`)};
    insert into public.newsletter_subscribers (id, email) values ('${idOf('subscriber')}', 'reader@example.com');
    insert into public.appeals (id, member_id, thread_id, text) values
      ${each((member, id) => `'${idOf('appeal', member)}', '${id}', '${idOf('hidden thread', member)}', 'Please look again'`)};
    insert into public.data_exports (id, user_id, state, requested_at, mailed_at) values
      ${each((member, id) => `'${idOf('export', member)}', '${id}', 'ready', '2024-01-01', '2024-01-02'`)};
    insert into public.contact_messages (id, name, email, subject, message, mailed_at) values
      ('${idOf('contact')}', 'Reader', 'reader@example.com', 'general', 'Staged', '2024-01-01');
    insert into public.deleted_threads (id) values ('${idOf('deleted thread')}');
    insert into private.sealed_posts (post_id, kind, thread_id, author_id, content, pictures, versions, state, why, written_at) values
      ('${idOf('deleted thread')}', 'thread', '${idOf('deleted thread')}', '${ids.asha}', '<p>Staged and sealed</p>', '{}', '[]', 'shown', 'deleted', '2024-01-01');
    insert into public.search_synonyms (id, terms) values ('${idOf('synonyms')}', '{as,staged}');
    -- The others stay: the names of members are tried against them.
    delete from public.reserved_names where name in ('staged', 'Chief Desk');
    insert into public.reserved_names (id, name) values ('${idOf('reserved name')}', 'staged');
    insert into public.shield_rules (id, kind, pattern, effect) values ('${idOf('shield rule')}', 'phrase', 'staged phrase', 'hold');
    insert into public.shield_hits (surface, reason) values ('staged', 'any');
    insert into public.tags (tag, thread_count) values ('staged', 1), ('unused', 0);
    insert into public.moderation_log (action, target_table, target_id) values ('hide', 'threads', '${idOf('thread', 'asha')}');
    commit;
  `)
}

/** Everything that a test may have filled, members and settings apart. */
const TABLES = [
  ...[
    'shield_rules',
    'shield_hits',
    'reactions',
    'data_exports',
    'bookmarks',
    'reply_bookmarks',
    'thread_subscriptions',
    'thread_reads',
    'category_reads',
    'visits',
    'poll_votes',
    'polls',
    'follows',
    'watches',
    'mutes',
    'push_subscriptions',
    'notifications',
    'first_runs',
    'notification_settings',
    'mail_refusals',
    'post_revisions',
    'wiki_posts',
    'reports',
    'deleted_threads',
    'appeals',
    'sanctions',
    'member_notes',
  ],
  ...[
    'chat_reactions',
    'chat_messages',
    'replies',
    'threads',
    'category_guides',
    'forum_categories',
    'blog_post_slugs',
    'newsletter_issues',
    'blog_posts',
    'expert_profiles',
    'user_roles',
  ],
  ...['tags', 'search_synonyms', 'newsletter_subscribers', 'contact_messages', 'moderation_log'],
].map((table) => `public.${table}`)
