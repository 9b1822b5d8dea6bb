// The earlier versions of a post, and who may read them.
import { describe, expect, test } from 'vitest'
import {
  as,
  database,
  edit,
  ids,
  type Name,
  reply,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

describe('the history of a post', () => {
  const history = (name: Name) =>
    as(
      name,
      (work) => work<{ title: string | null; content: string; editor_id: string | null }[]>`
        select title, content, editor_id from public.post_revisions order by created_at`,
    )

  test('keeps the former text, with one version for the edits of five minutes', async () => {
    const id = await reply('bala', '<p>One</p>')
    await edit('bala', id, '<p>Two</p>')
    await edit('bala', id, '<p>Three</p>')
    expect(await history('asha')).toEqual([{ title: null, content: '<p>One</p>', editor_id: ids.bala }])
    await database.sql`update public.post_revisions set created_at = created_at - interval '6 minutes'`
    await edit('bala', id, '<p>Four</p>')
    await edit('admin', id, '<p>Five</p>')
    expect((await history('asha')).map(({ content, editor_id }) => [content, editor_id])).toEqual([
      ['<p>One</p>', ids.bala],
      ['<p>Three</p>', ids.bala],
      ['<p>Four</p>', ids.admin],
    ])
  })

  test('holds title and tags of a discussion, and a change of flags or counters makes no version', async () => {
    await as(
      'asha',
      (work) => work`update public.threads set title = 'Another question' where id = ${thread}`,
    )
    await database.sql`update public.threads set view_count = 7, is_pinned = true where id = ${thread}`
    expect(await history('bala')).toMatchObject([{ title: 'A question about anchors' }])
  })

  test('is readable by admins alone for a hidden post and for a removed version', async () => {
    const id = await reply('bala', '<p>My number is 98</p>')
    await edit('bala', id, '<p>Gone</p>')
    await as('admin', (work) => work`update public.post_revisions set is_hidden = true`)
    expect(await history('bala')).toEqual([])
    expect(await history('admin')).toHaveLength(1)
    await as('admin', (work) => work`update public.post_revisions set is_hidden = false`)
    expect(await history('asha')).toHaveLength(1)
    await database.sql`update public.replies set is_hidden = true where id = ${id}`
    expect([await history('asha'), await history('bala')]).toEqual([[], []])
    expect(await history('admin')).toHaveLength(1)
  })
})
