// A data export names no discussion that the member may not see.
import { expect, test } from 'vitest'
import { SECTIONS } from '../server/personal-data/export-page.ts'
import { as, category, database, ids, withAnchorThread } from '../tests/support/anchors.ts'

withAnchorThread()

const MARK = 'Call 98765 43210 today'

/** Everything that bala's export says, by section. */
async function exported(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const section of Object.keys(SECTIONS)) {
    const rows =
      await database.sql`select p as row from private.personal_data(${ids.bala}, ${section}, 0) as p`
    found[section] = JSON.stringify(rows)
  }
  return found
}

test('every kind of rows that a function exports is a part of the export', async () => {
  const rows = await database.sql<{ kind: string }[]>`
    select substr(p.proname, 15) as kind from pg_proc p
    where p.pronamespace = 'private'::regnamespace and starts_with(p.proname, 'export_member_')`
  expect(rows.map(({ kind }) => kind).sort()).toEqual(Object.keys(SECTIONS).sort())
})

test('a discussion that was hidden, and renamed since, is named in no part of a reader’s export', async () => {
  const [hidden] = await database.sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    values ('A harmless question', '<p>Long enough to be asked</p>', ${ids.asha}, ${category}) returning id`
  const thread = hidden?.id ?? ''
  await database.sql`insert into public.replies (thread_id, author_id, content)
    values (${thread}, ${ids.bala}, '<p>My own words</p>')`
  const [other] = await database.sql<{ id: string }[]>`
    insert into public.replies (thread_id, author_id, content)
    values (${thread}, ${ids.asha}, '<p>Another reply</p>') returning id`
  await database.sql`insert into public.polls (thread_id, question, options) values (${thread}, 'Harmless?', '{Yes,No}')`
  await as('bala', async (sql) => {
    await sql`insert into public.thread_subscriptions (thread_id) values (${thread})`
    await sql`insert into public.bookmarks (thread_id) values (${thread})`
    await sql`insert into public.reply_bookmarks (reply_id) values (${other?.id ?? ''})`
    await sql`insert into public.poll_votes (thread_id, choice) values (${thread}, 1)`
    await sql`insert into public.thread_reads (thread_id, read_until) values (${thread}, now())`
  })
  // Edits of somebody else's wiki.
  await database.sql`insert into public.post_revisions (thread_id, editor_id, title, content, tags)
    values (${thread}, ${ids.bala}, 'A harmless question', '<p>As it was before</p>', '{}')`
  const parts = [
    'replies',
    'bookmarks',
    'bookmarked_replies',
    'followed_discussions',
    'read_discussions',
    'wiki_edits',
  ]
  const before = await exported()
  for (const part of parts)
    expect(before[part], `${part}, while it is shown`).toContain('A harmless question')
  expect(before.poll_votes).toContain('Harmless?')

  await database.sql`update public.threads set is_hidden = true, title = ${MARK}, content = ${`<p>${MARK}</p>`}
    where id = ${thread}`
  await database.sql`update public.polls set question = ${MARK} where thread_id = ${thread}`
  const after = await exported()
  for (const [part, text] of Object.entries(after)) expect(text, part).not.toContain(MARK)
  expect(after.replies, 'the member’s own words stay').toContain('My own words')
  expect(after.bookmarks, 'and that there is a bookmark').toContain(thread)
})
