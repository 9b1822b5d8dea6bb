// Notifications of moderation, and the notifications that disappear.
import { describe, expect, test } from 'vitest'
import type { Sql } from '../api/database/connection.ts'
import {
  as,
  database,
  ids,
  notificationsOf,
  notifyOfReplies,
  reply,
  start,
  thread,
  withAnchorThread,
} from '../tests/support/anchors.ts'

withAnchorThread()

describe('moderation', () => {
  test('notifies of a post that was hidden, shown, locked and removed, without the moderator’s name', async () => {
    const id = await reply('bala', '<p>Buy this now</p>')
    await notifyOfReplies()
    await as('asha', (work) => work`delete from public.notifications`)
    const admin = (statement: (work: Sql) => Promise<unknown>) => as('admin', statement)
    await admin((work) => work`update public.replies set is_hidden = true where id = ${id}`)
    expect(await notificationsOf('bala')).toEqual(['post_hidden'])
    await admin((work) => work`update public.replies set is_hidden = false where id = ${id}`)
    await admin((work) => work`delete from public.replies where id = ${id}`)
    expect(await notificationsOf('bala'), 'what led to the reply went with it').toEqual([
      'post_removed A question about anchors',
    ])
    await admin((work) => work`update public.threads set is_locked = true where id = ${thread}`)
    await admin(
      (work) => work`update public.threads set is_locked = false, is_hidden = true where id = ${thread}`,
    )
    expect((await notificationsOf('asha')).sort()).toEqual(['post_hidden', 'post_locked', 'post_unlocked'])
    await admin((work) => work`delete from public.threads where id = ${thread}`)
    expect(await notificationsOf('asha')).toEqual(['post_removed A question about anchors'])
    expect(await database.sql`select 1 from public.notifications where actor_id = ${ids.admin}`).toEqual([])
  })

  test('of one’s own posts notifies nobody', async () => {
    const own = await start('admin', '<p>Rules of this category</p>')
    await as('admin', (work) => work`update public.threads set is_locked = true where id = ${own}`)
    await as('admin', (work) => work`delete from public.threads where id = ${own}`)
    expect(await notificationsOf('admin')).toEqual([])
  })

  test('notifies of the result of a report, of a new level, and of a ban by its sanction', async () => {
    await as(
      'bala',
      (work) => work`insert into public.reports (thread_id, reason) values (${thread}, 'Looks like a tip')`,
    )
    await as(
      'admin',
      (work) => work`update public.reports set state = 'resolved', resolution = 'The author was warned.'`,
    )
    expect(await notificationsOf('bala')).toEqual(['report_resolved The author was warned.'])
    await as(
      'admin',
      (work) => work`update public.profiles set user_level = 'Expert' where id = ${ids.meera}`,
    )
    await as(
      'admin',
      (work) => work`update public.profiles set user_level = 'Banned' where id = ${ids.meera}`,
    )
    expect((await notificationsOf('meera')).toSorted()).toEqual(['level_changed Expert', 'sanctioned banned'])
  })
})

describe('a notification disappears', () => {
  test('when its post is hidden, until it is shown again', async () => {
    const id = await reply('bala', '<p>Hello @meera</p>')
    expect([await notificationsOf('asha'), await notificationsOf('meera')]).toEqual([
      ['reply_to_thread'],
      ['mention'],
    ])
    await database.sql`update public.replies set is_hidden = true where id = ${id}`
    expect([await notificationsOf('asha'), await notificationsOf('meera')]).toEqual([[], []])
    await database.sql`update public.replies set is_hidden = false where id = ${id}`
    await database.sql`update public.threads set is_hidden = true where id = ${thread}`
    expect(await notificationsOf('meera')).toEqual([])
  })

  test('while its sender is banned, and for good when the sender is deleted', async () => {
    await reply('bala', '<p>Hello</p>')
    await database.sql`update public.profiles set user_level = 'Banned' where id = ${ids.bala}`
    expect(await notificationsOf('asha')).toEqual([])
    await database.sql`update public.profiles set user_level = 'Regular' where id = ${ids.bala}`
    expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
    await database.sql`delete from public.replies`
    expect(await notificationsOf('asha')).toEqual([])
  })
})

test('after half a year', async () => {
  await reply('bala', '<p>Long ago</p>')
  await notifyOfReplies()
  await database.sql`update public.notifications set created_at = now() - interval '181 days'`
  await reply('bala', '<p>Today</p>')
  const [row] = await database.sql.begin(async (transaction) => {
    await transaction`set local role service_role`
    return transaction`select private.prune_notifications()::int as gone`
  })
  expect(row).toEqual({ gone: 1 })
  expect(await notificationsOf('asha')).toEqual(['reply_to_thread'])
})
