// The shield over the wire, with the unmodified client: the same text has the same verdict wherever it is written.
import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { SHIELD_REFUSAL } from '../../shared/shield/refusal.ts'
import { admin, asha, ashaId, guest, ipos, openCommunity, server, sql, text } from '../support/community.ts'

openCommunity()

const BAD =
  'Join my VIP Telegram channel for sure-shot calls, 5% profit daily guaranteed. WhatsApp 98765 43210'
const GOOD =
  'Someone on Telegram promised me 5% profit daily and asked for my WhatsApp number. It is a scam, call 1930.'

let thread: string
let message: string

const written = {
  'a discussion': (said: string) =>
    asha
      .from('threads')
      .insert({ title: 'A new thread here', content: text(said), author_id: ashaId, category_id: ipos }),
  'the title of a discussion': (said: string) =>
    asha
      .from('threads')
      .update({ title: said.slice(0, 180) })
      .eq('id', thread)
      .select('id'),
  'the edit of a discussion': (said: string) =>
    asha
      .from('threads')
      .update({ content: text(said) })
      .eq('id', thread)
      .select('id'),
  'a tag': (said: string) =>
    asha
      .from('threads')
      .update({ tags: [said.slice(0, 30)] })
      .eq('id', thread)
      .select('id'),
  'a reply': (said: string) =>
    asha.from('replies').insert({ thread_id: thread, author_id: ashaId, content: text(said) }),
  'a reply of an administrator': (said: string) =>
    admin.from('replies').insert({ thread_id: thread, content: text(said), author_id: undefined }),
  'a poll': (said: string) =>
    asha
      .from('polls')
      .insert({ thread_id: thread, question: 'Which one?', options: ['None', said.slice(0, 100)] }),
  'a bio': (said: string) => asha.from('profiles').update({ bio: said }).eq('id', ashaId).select('id'),
  'the chat of members': (said: string) =>
    asha.from('chat_messages').insert({ message: said, username: 'asha', user_id: ashaId }),
  'the chat of guests': (said: string) =>
    guest.from('chat_messages').insert({ message: said, username: 'Visitor' }),
  'the edit of a message': (said: string) =>
    asha.from('chat_messages').update({ message: said }).eq('id', message).select('id'),
}

beforeAll(async () => {
  const [category] = await sql`select id from forum_categories where slug = 'ipos'`
  const [made] = await sql`
    insert into threads (title, content, author_id, category_id)
    values ('What others read', ${text('Premise')}, ${ashaId}, ${category?.id}) returning id`
  thread = made?.id
  const [said] =
    await sql`insert into chat_messages (message, username, user_id) values ('Hello', 'asha', ${ashaId}) returning id`
  message = said?.id
})

describe.each(Object.entries(written))('%s', (where, write) => {
  it('is refused with what to do, and nothing is stored', async () => {
    const { error, status } = await write(where === 'a tag' ? 'join telegram daily profit' : BAD)
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 400,
      code: 'PT400',
      message: SHIELD_REFUSAL,
    })
    const [found] = await sql`
      select (select count(*) from threads where content like '%VIP%' or title like '%VIP%' or tags::text like '%telegram%')
        + (select count(*) from replies where content like '%VIP%') + (select count(*) from polls)
        + (select count(*) from profiles where bio like '%VIP%') + (select count(*) from chat_messages where message like '%VIP%') as n`
    expect(Number(found?.n)).toBe(0)
  })
})

it.each(['a reply', 'a bio', 'the chat of guests', 'the edit of a discussion'] as const)(
  'who tells of a scam may do so: %s',
  async (where) => {
    const { error } = await written[where](GOOD)
    expect(error).toBeNull()
  },
)

it('what is hidden from the eye is judged as it is read: markup, links, quotations, two keys of one name', async () => {
  const reply = (content: string) =>
    asha.from('replies').insert({ thread_id: thread, author_id: ashaId, content })
  for (const content of [
    '<p>Jo<b>in</b> my VIP Tele<i></i>gram for sure<!-- -->shot calls, daily pro<em>fit</em> guaranteed</p>',
    '<p>For premium sureshot calls and daily profit click <a href="https://t.me/kings">here to join</a></p>',
    '<blockquote><p>Join my VIP Telegram channel for sure-shot calls, daily profit guaranteed</p></blockquote>',
  ])
    expect((await reply(content)).error?.message, content).toBe(SHIELD_REFUSAL)
  const twice = await fetch(`${server.url}/rest/v1/chat_messages`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: `{"username":"Visitor","message":"Hello all","message":${JSON.stringify(BAD)}}`,
  })
  expect(twice.status).toBe(400)
  const many = await guest.from('chat_messages').insert([
    { message: 'Hi all', username: 'V' },
    { message: BAD, username: 'V' },
  ])
  expect(many.error?.message).toBe(SHIELD_REFUSAL)
})

it('a name that is chosen at sign-up is judged too', async () => {
  const client = createClient(server.url, server.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signUp({
    email: 'shown-name@example.com',
    password: 'a long enough pass phrase',
    options: { data: { username: 'calls', full_name: 'Sureshot calls, WhatsApp 9876543210 to join' } },
  })
  expect(error?.message).toBe(SHIELD_REFUSAL)
})

it('hits are counted by day, place and reason, without text and writer', async () => {
  const [hit] = await sql`select * from shield_hits where surface = 'replies' and reason = 'any'`
  expect(Object.keys(hit ?? {})).toEqual(['day', 'surface', 'reason', 'hits'])
  expect(hit?.hits).toBeGreaterThan(3)
})

it('a rule of an administrator holds on every node, comes before the shield, and is off again when it is switched off', async () => {
  const say = async (words: string) =>
    (await written['the chat of members'](words)).error?.message ?? 'stored'
  const until = (words: string, what: string) =>
    expect.poll(() => say(`${words} ${Math.random()}`), { timeout: 5000, interval: 300 }).toBe(what)
  expect(await say('The moon is a fine place 1')).toBe('stored')
  const { data: rule } = await admin
    .from('shield_rules')
    .insert({ kind: 'phrase', pattern: 'moon is a fine', effect: 'hold' })
    .select('id')
    .single()
  await until('The MOON is a f1ne place', SHIELD_REFUSAL)
  await admin.from('shield_rules').update({ is_active: false }).eq('id', rule?.id)
  await until('The moon is a fine place', 'stored')
  await admin.from('shield_rules').insert({ kind: 'phrase', pattern: 'Quoted by the desk', effect: 'allow' })
  await until(`Quoted by the desk: ${BAD}`, 'stored')
})
