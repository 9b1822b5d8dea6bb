// What a member does to a discussion in the moment in which it is deleted is answered as what they do to it afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adminId,
  asha,
  ashaId,
  type Client,
  ipos,
  openCommunity,
  server,
  sql,
  text,
} from '../support/community.ts'
import { openDatabase } from '../support/identity.ts'

openCommunity()

let second: ReturnType<typeof openDatabase>
beforeAll(() => {
  second = openDatabase(server)
})
afterAll(() => second.end())

type Target = { thread: string; reply: string }

async function discussion(): Promise<Target> {
  const [thread] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    values ('A discussion that goes soon', ${text('What goes')}, ${adminId}, ${ipos}) returning id`
  const id = thread?.id ?? ''
  await sql`insert into public.polls (thread_id, question, options) values (${id}, 'Which one?', '{This,That}')`
  const [reply] = await sql<{ id: string }[]>`
    insert into public.replies (content, thread_id, author_id)
    values (${text('An answer')}, ${id}, ${adminId}) returning id`
  return { thread: id, reply: reply?.id ?? '' }
}

const ACTS: Readonly<
  Record<string, (member: Client, target: Target) => PromiseLike<{ status: number; error: unknown }>>
> = {
  'a reply': (member, { thread }) =>
    member.from('replies').insert({ thread_id: thread, author_id: ashaId, content: text('Me too') }),
  'an answer to a reply': (member, { thread, reply }) =>
    member
      .from('replies')
      .insert({ thread_id: thread, parent_id: reply, author_id: ashaId, content: text('Me too') }),
  'an upvote': (member, { thread }) =>
    member.from('reactions').insert({ thread_id: thread, user_id: ashaId }),
  'an upvote of a reply': (member, { reply }) =>
    member.from('reactions').insert({ reply_id: reply, user_id: ashaId }),
  'a vote in its poll': (member, { thread }) => member.rpc('vote_in_poll', { thread, choice: 1 }),
  'a bookmark': (member, { thread }) => member.from('bookmarks').insert({ thread_id: thread }),
  'a bookmark of a reply': (member, { reply }) => member.from('reply_bookmarks').insert({ reply_id: reply }),
  'a follow': (member, { thread }) => member.from('thread_subscriptions').insert({ thread_id: thread }),
  'a report': (member, { thread }) =>
    member.from('reports').insert({ thread_id: thread, reason: 'It is spam' }),
  'a report of a reply': (member, { reply }) =>
    member.from('reports').insert({ reply_id: reply, reason: 'It is spam' }),
}

describe('beside the deletion of its discussion', () => {
  test.each(Object.keys(ACTS))('%s is answered as after it', async (name) => {
    const act = ACTS[name]
    if (!act) throw new Error(name)
    const before = await discussion()
    await sql`delete from public.threads where id = ${before.thread}`
    const { status, error } = await act(asha, before)
    const target = await discussion()
    const deleted = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const deletion = second.begin(async (transaction) => {
      await transaction`delete from public.threads where id = ${target.thread}`
      deleted.resolve()
      await release.promise
    })
    await deleted.promise
    const beside = Promise.resolve(act(asha, target))
    await expect
      .poll(
        () =>
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      .not.toHaveLength(0)
    release.resolve()
    await deletion
    const answer = await beside
    expect([name, answer.status, answer.error]).toEqual([name, status, error])
  })
})
