// Functions for administrators: nobody else may call them, and each call is logged with its reason.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../api/database/connection.ts'
import { type Actor, CAST, MEMBERS } from '../cast.ts'
import { sharedServer } from '../support/shared-server.ts'
import { gatherCast, idOf, type Stage, setStage } from './scene.ts'

let stage: Stage

beforeAll(async () => {
  const server = await sharedServer()
  const sql = connect(server.adminDatabaseUrl, { max: 1 })
  stage = { server, sql, ...(await gatherCast(server)) }
})

afterAll(async () => {
  await stage?.sql.end()
  await stage?.server.stop()
})

beforeEach(() => setStage(stage))

const REASON = 'It promised guaranteed returns'

/** Every function that only admins may call, with arguments that are valid for an admin. */
const ACTS = {
  admin_figures: () => ({}),
  ban_member: () => ({ member: stage.ids.banned, reason: REASON }),
  moderate_profile: () => ({
    member: stage.ids.asha,
    username: 'asha',
    full_name: '',
    bio: '',
    reason: REASON,
  }),
  sanction_member: () => ({
    member: stage.ids.asha,
    kind: 'suspended',
    reason_code: 'tips',
    message: REASON,
    ends_at: '2199-01-01T00:00:00Z',
  }),
  lift_sanction: () => ({ sanction: idOf('sanction', 'silenced'), reason: REASON }),
  member_sanctions: () => ({ member: stage.ids.silenced }),
  decide_appeal: () => ({ appeal: idOf('appeal', 'asha'), is_granted: true, answer: REASON }),
  held_posts: () => ({}),
  decide_held_post: () => ({ reply: idOf('reply', 'asha'), decision: 'hold' }),
  open_sealed_post: () => ({ post: idOf('deleted thread'), reference: 'Order 12 of 2026' }),
  note_export: () => ({ list: 'profiles', size: 3 }),
  answer_contact_message: () => ({ message_id: idOf('contact'), answer: 'Thank you.' }),
  mute_chat_guest: () => ({ message_id: idOf('guest message'), reason: REASON }),
} as const
type Act = keyof typeof ACTS
/** Those that give something back. */
const ANSWERING: readonly Act[] = [
  ...(['admin_figures', 'sanction_member', 'member_sanctions'] as const),
  ...(['held_posts', 'decide_held_post', 'open_sealed_post'] as const),
]

describe.each(Object.keys(ACTS) as Act[])('%s', (act) => {
  test.each(CAST.filter((actor) => actor !== 'admin'))('refuses %s, and nothing happens', async (actor) => {
    const before = await everything()
    const refusal = actor === 'guest' ? { status: 401, code: '42501' } : { status: 403, code: 'PT403' }
    const { status, body } = await call(actor, act, ACTS[act]())
    expect({ status, code: (body as { code: string }).code }).toEqual(refusal)
    if (actor !== 'guest') expect(body).toMatchObject({ message: 'Unauthorized: Admin access required' })
    expect(await everything()).toEqual(before)
  })

  test('does it for an admin', async () => {
    expect((await call('admin', act, ACTS[act]())).status).toBe(ANSWERING.includes(act) ? 200 : 204)
  })
})

describe('the log', () => {
  test('tells of a ban, from what to what, and why', async () => {
    await call('admin', 'ban_member', { member: stage.ids.asha, reason: ` ${REASON} ` })
    expect(await latest()).toMatchObject({
      actor_id: stage.ids.admin,
      action: 'level',
      target_table: 'profiles',
      target_id: stage.ids.asha,
      target_label: 'asha',
      reason: REASON,
      detail: 'Regular → Banned',
    })
  })

  test('knows no ban without a reason, and the member stays', async () => {
    expect(await call('admin', 'ban_member', { member: stage.ids.asha, reason: '  x ' })).toMatchObject({
      status: 422,
      body: { code: 'PT422', message: 'Please say why in 3 to 500 characters.' },
    })
    const [asha] = await stage.sql`select user_level from public.profiles where id = ${stage.ids.asha}`
    expect(asha).toEqual({ user_level: 'Regular' })
  })

  test('keeps what stood in a profile, and the profile is as the admin left it', async () => {
    await stage.sql`update public.profiles set bio = 'Call me for tips', avatar_url = '/a.png' where id = ${stage.ids.asha}`
    const wish = { username: 'asha.k', full_name: 'Asha K', bio: ' ', reason: REASON, remove_avatar: true }
    expect((await call('admin', 'moderate_profile', { member: stage.ids.asha, ...wish })).status).toBe(204)
    const [asha] = await stage.sql`
      select username, full_name, bio, avatar_url from public.profiles where id = ${stage.ids.asha}`
    expect(asha).toEqual({ username: 'asha.k', full_name: 'Asha K', bio: null, avatar_url: null })
    expect(await latest()).toMatchObject({
      actor_id: stage.ids.admin,
      action: 'edit',
      target_label: 'asha',
      reason: REASON,
      detail: 'username: asha → asha.k; full_name: asha → Asha K; bio: Call me for tips → -; picture removed',
    })
  })

  test('tells nothing of a profile that stayed as it was; a taken name is refused', async () => {
    const same = { member: stage.ids.asha, username: 'asha', full_name: 'asha', bio: 'As staged' }
    await call('admin', 'moderate_profile', { ...same, reason: REASON })
    expect(await latest()).toMatchObject({ action: 'hide' })
    const taken = await call('admin', 'moderate_profile', { ...same, username: 'BALA', reason: REASON })
    expect(taken).toMatchObject({ status: 409, body: { code: '23505' } })
  })

  test('tells who was made admin, and who no more', async () => {
    const role = { user_id: stage.ids.asha, role: 'admin' }
    await send('admin', 'POST', 'user_roles', role)
    expect(await latest()).toMatchObject({ action: 'grant', target_label: 'asha', detail: 'admin' })
    await send('admin', 'DELETE', `user_roles?user_id=eq.${stage.ids.asha}`)
    expect(await latest()).toMatchObject({ action: 'revoke', target_label: 'asha', detail: 'admin' })
  })

  test('tells which settings were changed, and of no others', async () => {
    await send('admin', 'PATCH', 'site_settings?id=is.true', {
      max_posts_per_day: 20,
      auto_moderation: true,
      tagline: 'Money, plainly.',
    })
    expect(await latest()).toMatchObject({
      action: 'update',
      target_table: 'site_settings',
      detail: 'max_posts_per_day: 10 → 20; tagline: Where India talks money, plainly. → Money, plainly.',
    })
  })

  test('tells of an export, of how many rows; of no list that is none', async () => {
    await call('admin', 'note_export', { list: 'newsletter_subscribers', size: 812 })
    expect(await latest()).toMatchObject({
      action: 'export',
      target_table: 'newsletter_subscribers',
      detail: '812 rows',
    })
    expect((await call('admin', 'note_export', { list: 'auth.users', size: 1 })).status).toBe(422)
  })

  test('tells who is called an expert', async () => {
    const path = `expert_profiles?user_id=eq.${stage.ids.asha}`
    await send('admin', 'PATCH', path, { verified_at: '2025-01-01T00:00:00Z' })
    expect(await latest()).toMatchObject({
      action: 'update',
      target_table: 'expert_profiles',
      target_label: 'asha',
      detail: 'Staging, verified',
    })
    await send('admin', 'DELETE', path)
    expect(await latest()).toMatchObject({ action: 'delete', target_label: 'asha' })
  })

  test('tells who looked behind an anonymous message, and of no other look', async () => {
    await call('admin', 'chat_message_author', { message_id: idOf('message', 'asha') })
    expect(await latest()).toMatchObject({ action: 'hide' })
    await call('admin', 'chat_message_author', { message_id: idOf('anonymous message', 'asha') })
    expect(await latest()).toMatchObject({
      actor_id: stage.ids.admin,
      action: 'reveal',
      target_table: 'chat_messages',
      target_label: 'Owl',
    })
  })

  test('tells of an answer, by mail or elsewhere; what was mailed is not answered twice', async () => {
    const id = idOf('contact')
    await send('admin', 'PATCH', `contact_messages?id=eq.${id}`, { answered_at: '2025-01-01T00:00:00Z' })
    expect(await latest()).toMatchObject({ action: 'answer', detail: 'marked as answered' })
    await send('admin', 'PATCH', `contact_messages?id=eq.${id}`, { answered_at: null })
    expect(await latest()).toMatchObject({ action: 'reopen' })
    await call('admin', 'answer_contact_message', { message_id: id, answer: ' Thank you. ' })
    expect(await latest()).toMatchObject({ action: 'answer', detail: 'by mail' })
    const [message] =
      await stage.sql`select answer, answered_by from public.contact_messages where id = ${id}`
    expect(message).toEqual({ answer: 'Thank you.', answered_by: stage.ids.admin })
    expect(await call('admin', 'answer_contact_message', { message_id: id, answer: 'Again' })).toMatchObject({
      status: 409,
      body: { code: 'PT409' },
    })
  })
})

test('the figures are those of the rows, day by day', async () => {
  await stage.sql`update public.profiles set created_at = now() where id = ${stage.ids.asha}`
  await stage.sql`update public.reports set created_at = now() - interval '40 days'`
  const { body } = await call('admin', 'admin_figures', {})
  const figures = body as { figure: string; total: number; by_day: number[] }[]
  expect(figures.map(({ figure }) => figure)).toEqual([
    ...['users', 'discussions', 'replies', 'categories', 'active', 'reports'],
  ])
  const days = Object.fromEntries(figures.map(({ figure, by_day }) => [figure, by_day]))
  expect(days.users).toEqual([...Array<number>(29).fill(0), 1])
  // Each member has a visible discussion and a locked one, with a reply in each.
  expect(days.discussions?.at(-1)).toBe(2 * MEMBERS.length)
  expect(days.replies?.at(-1)).toBe(2 * MEMBERS.length)
  expect(days.active?.at(-1)).toBe(MEMBERS.length)
  expect(days.reports).toEqual(Array<number>(30).fill(0))
  const totals = Object.fromEntries(figures.map(({ figure, total }) => [figure, total]))
  expect(totals).toMatchObject({ categories: 2, reports: MEMBERS.length })
})

test('replies are found by their words, with who wrote them and their reports, by admins alone', async () => {
  const path = `rpc/replies_with_words?${new URLSearchParams({
    select: 'id,author:profiles!replies_author_id_fkey(username),reports!reports_reply_id_fkey(id)',
    'reports.state': 'eq.open',
    order: 'created_at.desc,id',
    limit: '50',
  })}`
  const [reply] = await stage.sql`
    update public.replies set content = '<p>Join my telegram channel.</p>'
    where author_id = ${stage.ids.asha} and not is_hidden and not is_thread_hidden returning id`
  const { status, body } = await send('admin', 'POST', path, { words: 'telegr' })
  expect(status).toBe(200)
  expect(body).toContainEqual({ id: reply?.id, author: { username: 'asha' }, reports: expect.any(Array) })
  expect(await send('meera', 'POST', path, { words: 'telegr' })).toEqual({ status: 200, body: [] })
  expect((await send('guest', 'POST', path, { words: 'telegr' })).status).toBe(401)
})

test('discussions are found by a part of their title, hidden ones too, by admins alone', async () => {
  const [hidden] = await stage.sql`
    update public.threads set title = 'Guaranteed 100% returns, ask me' where is_hidden returning id`
  expect(hidden, 'the premise: there is a hidden discussion').toBeDefined()
  const path =
    'rpc/threads_with_title?select=id,is_hidden,author:profiles!threads_author_id_fkey(id)&limit=50'
  const words = { words: '100% RETURNS' }
  const { status, body } = await send('admin', 'POST', path, words)
  expect(status).toBe(200)
  expect(body).toContainEqual({ id: hidden?.id, is_hidden: true, author: { id: expect.any(String) } })
  expect(await send('admin', 'POST', path, { words: '1__% returns' })).toEqual({ status: 200, body: [] })
  expect(await send('meera', 'POST', path, words)).toEqual({ status: 200, body: [] })
  expect((await send('guest', 'POST', path, words)).status).toBe(401)
})

test('the log tells of reserved names and of synonyms', async () => {
  await send('admin', 'POST', 'reserved_names', { name: 'Chief Desk', is_part: true })
  expect(await latest()).toMatchObject({
    actor_id: stage.ids.admin,
    action: 'insert',
    target_table: 'reserved_names',
    target_label: 'Chief Desk',
  })
  await send('admin', 'DELETE', `reserved_names?id=eq.${idOf('reserved name')}`)
  expect(await latest()).toMatchObject({ action: 'delete', target_label: 'staged' })
  await send('admin', 'DELETE', `search_synonyms?id=eq.${idOf('synonyms')}`)
  expect(await latest()).toMatchObject({
    action: 'delete',
    target_table: 'search_synonyms',
    detail: 'as, staged',
  })
})

test('a name that is reserved is taken by nobody, and free again when it is deleted', async () => {
  const rename = (username: string) => send('bala', 'PATCH', `profiles?id=eq.${stage.ids.bala}`, { username })
  const reserve = (name: string, is_part: boolean) =>
    send('admin', 'POST', 'reserved_names', { name, is_part })
  expect(await reserve('Dalal Desk', false)).toEqual({ status: 201, body: null })
  expect(await rename('daIal.desk'), 'one that looks like it').toMatchObject({
    status: 422,
    body: { message: 'That username is reserved. Please choose another.' },
  })
  expect(await reserve('DALAL_DESK', true)).toMatchObject({ status: 409, body: { code: '23505' } })
  expect(await reserve('rn', false), 'which looks like one letter').toMatchObject({ status: 400 })
  await send('admin', 'DELETE', `reserved_names?name=eq.Dalal%20Desk`)
  expect((await rename('dalal.desk')).status).toBe(204)
})

async function call(actor: Actor, name: string, args: object) {
  return send(actor, 'POST', `rpc/${name}`, args)
}

async function send(actor: Actor, method: string, path: string, body?: object) {
  const answer = await fetch(`${stage.server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: stage.server.publishableKey,
      'content-type': 'application/json',
      ...(actor === 'guest' ? {} : { authorization: `Bearer ${stage.tokens[actor]}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

async function latest() {
  const [entry] = await stage.sql`select * from public.moderation_log order by id desc limit 1`
  return entry
}

async function everything() {
  const [rows] = await stage.sql`
    select (select jsonb_agg(p order by p.id) from public.profiles p) as profiles,
      (select jsonb_agg(c order by c.id) from public.contact_messages c) as contact,
      (select count(*) from private.chat_mutes) as mutes,
      (select count(*) from public.replies r where r.state = 'held') as held,
      (select count(*) from public.moderation_log) as entries`
  return rows
}
