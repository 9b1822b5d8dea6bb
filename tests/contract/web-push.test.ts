// Web push from the row of a device to the message on it: who gets one, of what, once, encrypted and signed; what a push
// service's answers cause; and that the site posts to push services alone.
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, newEmail, newMember, openDatabase, PASSWORD, signIn } from '../support/identity.ts'
import { notified } from '../support/notified.ts'
import {
  type Answer,
  decrypt,
  newDevice,
  PUSH_SERVICES,
  type PushDevice,
  REFUSED_DEVICES,
  startPushService,
} from '../support/push-service.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Member = { token: string; id: string; name: string }
/** A member who started a discussion. */
type Author = Member & { thread: string; device: PushDevice }

let service: Awaited<ReturnType<typeof startPushService>>
let server: TestServer
let sql: postgres.Sql
let asha: Author
let bala: Member
let category: string

beforeAll(async () => {
  service = await startPushService()
  server = await startServer(service.env)
  sql = openDatabase(server)
  await sql`update public.site_settings set web_push = true`
  const [row] = await sql<{ id: string }[]>`
    insert into public.forum_categories (name, slug) values ('Push', 'push') returning id`
  category = row?.id ?? ''
  bala = await join()
})

beforeEach(async () => {
  asha = await author()
})

afterAll(async () => {
  await sql?.end()
  await server?.stop()
  await service?.stop()
})

async function join(): Promise<Member> {
  const { access_token: token, user } = await newMember(server, newEmail())
  const [profile] = await sql<{ name: string }[]>`
    select username as name from public.profiles where id = ${user.id}`
  return { token, id: user.id, name: profile?.name ?? '' }
}

async function author(): Promise<Author> {
  const member = await join()
  const [thread] = await sql<{ id: string }[]>`
    insert into public.threads (title, content, author_id, category_id)
    values ('Which index fund tracks closest?', '<p>A question that is long enough to be asked here.</p>', ${member.id}, ${category})
    returning id`
  const device = newDevice()
  expect((await subscribe(member, device)).status).toBe(201)
  return { ...member, thread: thread?.id ?? '', device }
}

const rest = (member: Member, method: string, path: string, body?: object) =>
  fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${member.token}`,
      'content-type': 'application/json',
      prefer: path.includes('on_conflict') ? 'resolution=merge-duplicates' : 'return=minimal',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

const subscribe = (member: Member, { endpoint, p256dh, auth }: Omit<PushDevice, 'pair'>) =>
  rest(member, 'POST', 'push_subscriptions', { endpoint, p256dh, auth })

const reply = (by: Member, content: string, to: Author = asha) =>
  sql`insert into public.replies (thread_id, author_id, content) values (${to.thread}, ${by.id}, ${content})`

const choose = (member: Member, settings: object) =>
  rest(member, 'POST', 'notification_settings?on_conflict=user_id', settings)

const devices = async ({ id }: Member) =>
  (
    await sql<{ endpoint: string }[]>`select endpoint from public.push_subscriptions where user_id = ${id}`
  ).map(({ endpoint }) => endpoint)

/** The seconds are over: waits until everything was taken. A batch is sent before the next is taken. */
async function pushed(): Promise<void> {
  await notified(sql)
  await sql`update private.notification_pushes set due_at = now() where sent_at is null`
  await expect
    .poll(
      async () => {
        const [row] = await sql<{ left: number }[]>`
          select count(*)::int as left from private.notification_pushes where sent_at is null and due_at <= now()`
        return row?.left
      },
      { timeout: 15_000 },
    )
    .toBe(0)
}

/** What a device got until now. */
const messages = (device: PushDevice) => service.to(device).map((one) => decrypt(device, one))

test('a reply is pushed after its seconds, encrypted for the device, signed for the service, and once', async () => {
  await reply(bala, '<p>First <b>answer</b> &lt;script&gt;</p>')
  await notified(sql)
  const [waiting] = await sql<{ seconds: number }[]>`
    select extract(epoch from due_at - now())::float as seconds from private.notification_pushes where sent_at is null`
  expect(waiting?.seconds).toBeGreaterThan(8)
  expect(waiting?.seconds).toBeLessThan(15)
  await pushed()
  await expect.poll(() => service.to(asha.device)).toHaveLength(1)
  await pushed()
  const [message] = service.to(asha.device)
  if (!message) throw new Error('nothing came')
  expect(service.to(asha.device)).toHaveLength(1)
  expect(decrypt(asha.device, message)).toEqual({
    title: `${bala.name} replied to your discussion Which index fund tracks closest?`,
    body: 'First answer <script>',
    url: expect.stringMatching(
      /^\/forums\/push\/which-index-fund-tracks-closest-[0-9a-f]{8}\?reply=[0-9a-f]{8}$/,
    ),
    tag: message.headers.topic,
  })
  expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  expect(message.headers.topic).toMatch(/^[\w-]{32}$/)
  expect(message.body.length).toBeLessThanOrEqual(4_096)
  expect(() => decrypt(newDevice(), message)).toThrow()

  const { key } = (await (await fetch(`${server.url}/push/key`)).json()) as { key: string }
  const [, token = '', given = ''] =
    /^vapid t=([^,]+), k=(.+)$/.exec(message.headers.authorization ?? '') ?? []
  expect(given).toBe(key)
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: 'https://fcm.googleapis.com',
    sub: 'mailto:post@localhost',
  })
})

test('several replies are one message, later ones replace it, and long and Hindi texts fit', async () => {
  await reply(bala, '<p>First</p>')
  await reply(bala, `<p>दूसरा जवाब 🙂 ${'बहुत लंबा '.repeat(500)}</p>`)
  await pushed()
  await expect.poll(() => messages(asha.device)).toHaveLength(1)
  await reply(bala, '<p>Third</p>')
  await pushed()
  await expect.poll(() => messages(asha.device)).toHaveLength(2)
  const [first, second] = messages(asha.device)
  expect(first?.title).toBe(
    `2 replies to your discussion Which index fund tracks closest?, the latest by ${bala.name}`,
  )
  expect(first?.body).toMatch(/^दूसरा जवाब 🙂 .+…$/u)
  expect([...(first?.body ?? '')]).toHaveLength(200)
  expect(second?.title).toMatch(/^3 replies to your discussion/)
  expect(second?.tag).toBe(first?.tag)
  for (const { body } of service.to(asha.device)) expect(body.length).toBeLessThanOrEqual(4_096)
})

test('what was read, taken back, hidden or switched off meanwhile is not pushed, nor to whom it may not be', async () => {
  const cases: [string, (one: Author) => Promise<unknown>][] = [
    ['read', ({ id }) => sql`update public.notifications set read_at = now() where user_id = ${id}`],
    ['taken back', ({ thread }) => sql`delete from public.replies where thread_id = ${thread}`],
    ['hidden', ({ thread }) => sql`update public.replies set is_hidden = true where thread_id = ${thread}`],
    ['off', (one) => choose(one, { muted: ['replies'] })],
    ['author muted', (one) => rest(one, 'POST', 'mutes', { member_id: bala.id })],
    ['turned off on the device', (one) => rest(one, 'DELETE', `push_subscriptions?user_id=eq.${one.id}`)],
    ['banned', ({ id }) => sql`update public.profiles set user_level = 'Banned' where id = ${id}`],
    ['closed', ({ token }) => ask(server, 'user', { method: 'DELETE', token, body: { password: PASSWORD } })],
  ]
  const askers = await Promise.all(cases.map(author))
  for (const asker of askers) await reply(bala, '<p>Said before</p>', asker)
  await notified(sql)
  const [waiting] = await sql`
    select count(*)::int as pushes from private.notification_pushes where sent_at is null`
  expect(waiting).toEqual({ pushes: cases.length })
  for (const [index, [, happens]] of cases.entries()) await happens(askers[index] as Author)
  await pushed()
  await reply(bala, '<p>And this one is pushed</p>')
  await pushed()
  await expect.poll(() => messages(asha.device)).toHaveLength(1)
  for (const [index, [what]] of cases.entries())
    expect(service.to((askers[index] as Author).device), what).toEqual([])
  expect(await devices(askers.at(-1) as Author), 'closed').toEqual([])
})

test('a kind that is off makes none; on a site that switched push off nothing waits, and nothing leaves', async () => {
  const waiting = async () =>
    (await sql`select from private.notification_pushes where sent_at is null`).length
  await choose(asha, { muted: ['replies'] })
  await reply(bala, '<p>Off</p>')
  await notified(sql)
  expect(await waiting()).toBe(0)
  await choose(asha, { muted: [] })
  await reply(bala, '<p>Before</p>')
  await notified(sql)
  await sql`update public.site_settings set web_push = false`
  await reply(bala, '<p>After</p>')
  await notified(sql)
  expect(await waiting()).toBe(1)
  await pushed()
  await expect.poll(waiting).toBe(0)
  await sql`update public.site_settings set web_push = true`
  expect(service.to(asha.device)).toEqual([])
})

test('on a shared phone a message has no title, no text, no name and no address that tells', async () => {
  await choose(asha, { hides_content: true })
  await reply(bala, '<p>About your debts</p>')
  await pushed()
  await expect.poll(() => messages(asha.device)).toHaveLength(1)
  expect(messages(asha.device)[0]).toEqual({
    title: 'You have a new notification on ArthaChowk',
    url: '/notifications',
    tag: expect.stringMatching(/^[\w-]{32}$/),
  })
})

test('a sign-in that ends takes its device along, and no other', async () => {
  const email = newEmail()
  const { access_token: token, user } = await newMember(server, email)
  const ends = [
    (one: Member) => ask(server, 'logout?scope=local', { method: 'POST', token: one.token }),
    (one: Member) =>
      ask(server, 'user', { method: 'PUT', token: one.token, body: { password: 'rivers-of-rain-91' } }),
  ]
  const here = { id: user.id, token, name: '' }
  const there = { ...here, token: (await signIn(server, email)).body.access_token as string }
  const [first, second, third] = [newDevice(), newDevice(), newDevice()]
  await subscribe(here, first)
  await subscribe(there, second)
  expect(await devices(here)).toHaveLength(2)
  await ends[0]?.(here)
  expect(await devices(here)).toEqual([second.endpoint])
  const changing = { ...here, token: (await signIn(server, email)).body.access_token as string }
  await subscribe(changing, third)
  // A new password ends all other sign-ins.
  expect((await ends[1]?.(changing))?.status).toBe(200)
  expect(await devices(here)).toEqual([third.endpoint])
  expect(await devices(asha)).toEqual([asha.device.endpoint])
})

test('what a push service answers: a device that it does not know ends; a message that it did not take comes again, up to six times', async () => {
  const answers = {
    gone: { status: 410 },
    unknown: { status: 404 },
    busy: { status: 429, headers: { 'retry-after': '600' } },
    down: 'none',
    silent: 'silence',
    worn: { status: 503 },
    refusing: { status: 400 },
    moved: { status: 307, headers: { location: `${server.url}/push/renewal` } },
    endless: 'endless',
  } satisfies Record<string, Answer>
  const names = Object.keys(answers) as (keyof typeof answers)[]
  const made = Object.fromEntries(names.map((name) => [name, newDevice()])) as Record<
    (typeof names)[number],
    PushDevice
  >
  for (const name of names) {
    expect((await subscribe(asha, made[name])).status).toBe(201)
    service.answer(made[name], answers[name])
  }
  // A key that no message can be encrypted with.
  const { id } = await join()
  const offCurve = { ...newDevice(), p256dh: `BA${'A'.repeat(84)}A` }
  await sql`
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
    values (${id}, ${offCurve.endpoint}, ${offCurve.p256dh}, ${offCurve.auth})`
  await sql`insert into public.notifications (user_id, kind, thread_id) values (${id}, 'upvotes', ${asha.thread})`
  await reply(bala, '<p>Words</p>')
  await notified(sql)
  await sql`
    update private.notification_pushes set tries = 5
    where subscription_id = (select id from public.push_subscriptions where endpoint = ${made.worn.endpoint})`
  await pushed()
  await expect.poll(() => devices(asha), { timeout: 15_000 }).toHaveLength(8)
  expect(await devices(asha)).not.toContain(made.gone.endpoint)
  expect(await devices(asha)).not.toContain(made.unknown.endpoint)
  await expect.poll(() => devices({ ...bala, id })).toEqual([])
  const waiting = async () =>
    Object.fromEntries(
      (
        await sql<{ endpoint: string; seconds: number }[]>`
          select s.endpoint, extract(epoch from p.due_at - now())::int as seconds
          from private.notification_pushes p join public.push_subscriptions s on s.id = p.subscription_id
          where s.user_id = ${asha.id} and p.sent_at is null`
      ).map(({ endpoint, seconds }) => [names.find((name) => made[name].endpoint === endpoint), seconds]),
    )
  await expect
    .poll(async () => Object.keys(await waiting()).sort(), { timeout: 15_000 })
    .toEqual(['busy', 'down', 'silent', 'worn'])
  const { busy, down } = await waiting()
  expect(busy).toBeGreaterThan(500)
  expect(down).toBeLessThanOrEqual(60)
  for (const name of ['busy', 'down', 'silent'] as const) service.answer(made[name], { status: 201 })
  await pushed()
  await expect.poll(waiting).toEqual({})
  const times = Object.fromEntries(names.map((name) => [name, service.to(made[name]).length]))
  expect(times).toEqual({
    ...{ gone: 1, unknown: 1, busy: 2, silent: 2, worn: 1, refusing: 1, moved: 1, endless: 1 },
    // The first message may have been written to a connection that had just ended.
    down: expect.toBeOneOf([1, 2]),
  })
  expect(service.to(asha.device)).toHaveLength(1)
  expect(service.to(offCurve)).toEqual([])
}, 40_000)

test('a device gets at most twenty messages an hour', async () => {
  await sql`
    with told as (
      insert into public.notifications (user_id, kind, thread_id, read_at)
      select ${asha.id}, 'upvotes', ${asha.thread}, now() from generate_series(1, 20)
      returning id
    )
    update private.notification_pushes p set sent_at = now() - interval '59 minutes' - random() * interval '50 seconds'
    from told t where p.notification_id = t.id`
  await sql`
    update private.notification_pushes p set sent_at = now() - interval '58 minutes' - random() * interval '50 seconds'
    from public.notifications n where n.id = p.notification_id and n.user_id = ${asha.id}`
  await reply(bala, '<p>The twenty-first</p>')
  await pushed()
  await sql`
    update private.notification_pushes set sent_at = now() - interval '61 minutes' where sent_at is not null`
  await reply(bala, '<p>An hour later</p>')
  await pushed()
  await expect.poll(() => messages(asha.device)).toHaveLength(1)
  expect(messages(asha.device)[0]?.body).toBe('An hour later')
})

test('a member has push on ten devices', async () => {
  const statuses = []
  for (let index = 0; index < 10; index++) statuses.push((await subscribe(asha, newDevice())).status)
  expect(statuses).toEqual([...Array<number>(9).fill(201), 422])
  expect(await devices(asha)).toHaveLength(10)
})

test('an address of anything but a push service, and a key that is none, are refused by the table', async () => {
  const found = await Promise.all(
    REFUSED_DEVICES.map(async ([what, device]) => {
      const answer = await subscribe(asha, device)
      return { what, status: answer.status, body: await answer.json() }
    }),
  )
  for (const { what, status, body } of found) {
    expect([400, 422], what).toContain(status)
    expect(body, what).toHaveProperty('message')
  }
  expect(await devices(asha)).toEqual([asha.device.endpoint])
})

test('each browser’s push service is taken', async () => {
  for (const place of PUSH_SERVICES) expect((await subscribe(asha, newDevice(place))).status, place).toBe(201)
})

test('wrong types, nests and strange columns are refused in the form of the API', async () => {
  const { p256dh, auth } = newDevice()
  let nested: unknown = 'x'
  for (let depth = 0; depth < 300; depth++) nested = [nested]
  for (const body of [
    { endpoint: { a: 1 }, p256dh, auth },
    { endpoint: nested, p256dh, auth },
    { endpoint: null, p256dh, auth },
    { ...newDevice(), pair: undefined, session_id: '00000000-0000-4000-8000-000000000000' },
    { ...newDevice(), pair: undefined, user_id: bala.id },
  ]) {
    const answer = await rest(asha, 'POST', 'push_subscriptions', body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.json()).toHaveProperty('message')
  }
  expect(await devices(asha)).toHaveLength(1)
})

describe('a service worker, which has no session,', () => {
  const body = (from: object, to: object) => JSON.stringify({ from, to })
  const shape = ({ endpoint, p256dh: key, auth: secret }: Omit<PushDevice, 'pair'>) => ({
    endpoint,
    keys: { p256dh: key, auth: secret },
  })
  const renew = (sent: string) => fetch(`${server.url}/push/renewal`, { method: 'POST', body: sent })

  test('renews its subscription with the old one’s secret alone', async () => {
    const next = newDevice()
    const guessed = { ...asha.device, auth: newDevice().auth }
    for (const [sent, status] of [
      [body(shape(guessed), shape(next)), 404],
      [body(shape(newDevice()), shape(next)), 404],
      [body(shape(asha.device), shape({ ...next, endpoint: 'https://127.0.0.1/x' })), 400],
      [body(shape(asha.device), shape({ ...next, p256dh: `BA${'A'.repeat(84)}A` })), 400],
      [body(shape(asha.device), { endpoint: 5, keys: [] }), 400],
      ['[', 400],
      ['', 400],
      [`"${'x'.repeat(9_000)}"`, 413],
      ['['.repeat(5_000), 400],
    ] as const) {
      const answer = await renew(sent)
      expect([sent.slice(0, 80), answer.status]).toEqual([sent.slice(0, 80), status])
      expect(await answer.json()).toHaveProperty('message')
    }
    expect(await devices(asha)).toEqual([asha.device.endpoint])
    const answer = await renew(body(shape(asha.device), shape(next)))
    expect([answer.status, await answer.json()]).toEqual([200, { renewed: true }])
    expect(await devices(asha)).toEqual([next.endpoint])
    await reply(bala, '<p>Words</p>')
    await pushed()
    await expect.poll(() => messages(next)).toHaveLength(1)
    expect(service.to(asha.device)).toEqual([])
  })

  test('cannot take another device’s place', async () => {
    const other = newDevice()
    await subscribe(asha, other)
    expect((await renew(body(shape(asha.device), shape(other)))).status).toBe(404)
    expect(await devices(asha)).toHaveLength(2)
  })
})

describe('a process that is killed in the middle of its messages', () => {
  const MEMBERS = 3
  const DEVICES = 10
  /** What one process sends at the same time. */
  const ON_THE_WAY = 20

  test('leaves the rest to the next one; only what no push service had confirmed comes again, in the place of the first', async () => {
    const dataDir = mkdtempSync(joinPath(tmpdir(), 'arthachowk-push-'))
    const killed = await startPushService()
    const start = (more = {}) => startServer({ DATA_DIR: dataDir, ...killed.env, ...more })
    const first = await start()
    const db = openDatabase(first)
    await db`update public.site_settings set web_push = true`
    const all = []
    for (let index = 0; index < MEMBERS; index += 1) {
      const { user } = await newMember(first, newEmail())
      const own = Array.from({ length: DEVICES }, () => newDevice())
      await db`
        insert into public.push_subscriptions ${db(own.map(({ pair: _, ...device }) => ({ ...device, user_id: user.id })))}`
      await db`insert into public.notifications (user_id, kind, detail) values (${user.id}, 'level_changed', 'Expert')`
      all.push(...own)
    }
    const exited = new Promise((resolve) => first.process.once('exit', resolve))
    killed.hold(true)
    await db`update private.notification_pushes set due_at = now()`
    await expect.poll(() => killed.all().length, { timeout: 15_000 }).toBe(ON_THE_WAY)
    first.process.kill('SIGKILL')
    await exited
    await db.end({ timeout: 1 })
    killed.hold(false)
    const second = await start({ RATE_LIMITS: 'on' })
    try {
      const again = openDatabase(second)
      await again`update private.notification_pushes set due_at = now()`
      const left = async () =>
        (await again`select from private.notification_pushes where sent_at is null`).length
      await expect.poll(left, { timeout: 15_000 }).toBe(0)
      await again.end()
      const came = all.map((device) => killed.to(device).map((one) => decrypt(device, one).tag))
      expect(came.every((tags) => tags.length > 0 && new Set(tags).size === 1)).toBe(true)
      expect(came.flat()).toHaveLength(MEMBERS * DEVICES + ON_THE_WAY)

      // Nobody tries secrets without end.
      const guesses = Array.from({ length: 21 }, () =>
        fetch(`${second.url}/push/renewal`, { method: 'POST', body: '{}' }),
      )
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.sort()).toEqual([...Array<number>(20).fill(400), 429])
    } finally {
      await second.stop()
      await killed.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }, 60_000)
})

test('nothing of it left the machine, and what failed was logged without addresses', () => {
  const failures = server.log().filter(({ msg }) => msg === 'push.send_failed')
  expect(failures.length).toBeGreaterThan(3)
  for (const line of failures) {
    expect(line.service).toBe('fcm.googleapis.com')
    expect(JSON.stringify(line)).not.toMatch(/fcm\/send/)
  }
})
