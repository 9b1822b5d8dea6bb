// Whoever edits a wiki of another member changes its text, and no column that a later release adds.
import { expect, test } from 'vitest'
import { as, database, ids, thread, withAnchorThread } from '../tests/support/anchors.ts'

withAnchorThread()

test('in the wiki of another, a new column that members may change is refused, and the text is not', async () => {
  await database.sql.unsafe(`
    alter table public.threads add column motto text;
    grant update (motto) on public.threads to authenticated;
    create or replace trigger guard_thread before update on public.threads
      for each row execute function private.guard_thread();
    update public.profiles set created_at = now() - interval '60 days'`)
  await as('asha', (sql) => sql`insert into public.wiki_posts (thread_id) values (${thread})`)
  const buy = (sql: typeof database.sql) =>
    sql`update public.threads set motto = 'Buy XYZ' where id = ${thread} returning motto`
  await expect(as('bala', buy)).rejects.toThrow('Only the text of a wiki can be changed by other members.')
  await expect(
    as('bala', (sql) => sql`update public.threads set title = 'Another title' where id = ${thread}`),
  ).rejects.toThrow('Only the text of a wiki can be changed by other members.')
  const text = '<p>A better text about anchors</p>'
  expect(
    await as(
      'bala',
      (sql) => sql`update public.threads set content = ${text} where id = ${thread} returning content`,
    ),
  ).toEqual([{ content: text }])
  expect(await as('asha', buy)).toEqual([{ motto: 'Buy XYZ' }])
  expect(await as('admin', buy)).toEqual([{ motto: 'Buy XYZ' }])
  expect(await database.sql`select author_id from public.threads where id = ${thread}`).toEqual([
    { author_id: ids.asha },
  ])
})
