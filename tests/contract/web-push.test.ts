// Web push from a notification to the message on a device: who gets one, of what, once, encrypted and signed; and what a
// push service's answers cause.
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, PASSWORD } from '../support/identity.ts'
import { notified } from '../support/notified.ts'
import { type Author, type Member, openPushScene } from '../support/push-scene.ts'
import { type Answer, decrypt, newDevice, type PushDevice } from '../support/push-service.ts'

let at: Awaited<ReturnType<typeof openPushScene>>
let asha: Author
let bala: Member

beforeAll(async () => {
  at = await openPushScene()
  bala = await at.join()
})

beforeEach(async () => {
  asha = await at.author()
})

afterAll(() => at?.close())

test('a reply is pushed after its seconds, encrypted for the device, signed for the service, and once', async () => {
  await at.reply(bala, '<p>First <b>answer</b> &lt;script&gt;</p>', asha)
  await notified(at.sql)
  const [waiting] = await at.sql<{ seconds: number }[]>`
    select extract(epoch from due_at - now())::float as seconds from private.notification_pushes where sent_at is null`
  expect(waiting?.seconds).toBeGreaterThan(8)
  expect(waiting?.seconds).toBeLessThan(15)
  await at.pushed()
  await expect.poll(() => at.service.to(asha.device)).toHaveLength(1)
  await at.pushed()
  const [message] = at.service.to(asha.device)
  if (!message) throw new Error('nothing came')
  expect(at.service.to(asha.device)).toHaveLength(1)
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

  const { key } = (await (await fetch(`${at.server.url}/push/key`)).json()) as { key: string }
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

test('who chose Hindi gets messages in it, which open its pages', async () => {
  await at.choose(asha, { language: 'hi' })
  await at.reply(bala, '<p>First</p>', asha)
  await at.pushed()
  await expect.poll(() => at.messages(asha.device)).toHaveLength(1)
  expect(at.messages(asha.device)[0]).toMatchObject({
    title: `${bala.name} ने आपकी चर्चा Which index fund tracks closest? में जवाब दिया`,
    url: expect.stringMatching(/^\/hi\/forums\/push\//),
  })
  await at.choose(asha, { hides_content: true })
  await at.reply(bala, '<p>Second</p>', asha)
  await at.pushed()
  await expect.poll(() => at.messages(asha.device)).toHaveLength(2)
  expect(at.messages(asha.device)[1]).toMatchObject({
    title: 'ArthaChowk पर आपके लिए एक नई सूचना है',
    url: '/hi/notifications',
  })
})

test('several replies are one message, later ones replace it, and long and Hindi texts fit', async () => {
  await at.reply(bala, '<p>First</p>', asha)
  await at.reply(bala, `<p>दूसरा जवाब 🙂 ${'बहुत लंबा '.repeat(500)}</p>`, asha)
  await at.pushed()
  await expect.poll(() => at.messages(asha.device)).toHaveLength(1)
  await at.reply(bala, '<p>Third</p>', asha)
  await at.pushed()
  await expect.poll(() => at.messages(asha.device)).toHaveLength(2)
  const [first, second] = at.messages(asha.device)
  expect(first?.title).toBe(
    `2 replies to your discussion Which index fund tracks closest?, the latest by ${bala.name}`,
  )
  expect(first?.body).toMatch(/^दूसरा जवाब 🙂 .+…$/u)
  expect([...(first?.body ?? '')]).toHaveLength(200)
  expect(second?.title).toMatch(/^3 replies to your discussion/)
  expect(second?.tag).toBe(first?.tag)
  for (const { body } of at.service.to(asha.device)) expect(body.length).toBeLessThanOrEqual(4_096)
})

test('what was read, taken back, hidden or switched off meanwhile is not pushed, nor to whom it may not be', async () => {
  const cases: [string, (one: Author) => Promise<unknown>][] = [
    ['read', ({ id }) => at.sql`update public.notifications set read_at = now() where user_id = ${id}`],
    ['taken back', ({ thread }) => at.sql`delete from public.replies where thread_id = ${thread}`],
    [
      'hidden',
      ({ thread }) => at.sql`update public.replies set is_hidden = true where thread_id = ${thread}`,
    ],
    ['off', (one) => at.choose(one, { muted: ['replies'] })],
    ['push of the topic off', (one) => at.choose(one, { push_muted: ['replies'] })],
    ['author muted', (one) => at.rest(one, 'POST', 'mutes', { member_id: bala.id })],
    ['turned off on the device', (one) => at.rest(one, 'DELETE', `push_subscriptions?user_id=eq.${one.id}`)],
    ['banned', ({ id }) => at.sql`update public.profiles set user_level = 'Banned' where id = ${id}`],
    [
      'closed',
      ({ token }) => ask(at.server, 'user', { method: 'DELETE', token, body: { password: PASSWORD } }),
    ],
  ]
  const askers = await Promise.all(cases.map(() => at.author()))
  for (const asker of askers) await at.reply(bala, '<p>Said before</p>', asker)
  await notified(at.sql)
  const [waiting] = await at.sql`
    select count(*)::int as pushes from private.notification_pushes where sent_at is null`
  expect(waiting).toEqual({ pushes: cases.length })
  for (const [index, [, happens]] of cases.entries()) await happens(askers[index] as Author)
  await at.pushed()
  await at.reply(bala, '<p>And this one is pushed</p>', asha)
  await at.pushed()
  await expect.poll(() => at.messages(asha.device)).toHaveLength(1)
  for (const [index, [what]] of cases.entries())
    expect(at.service.to((askers[index] as Author).device), what).toEqual([])
  expect(await at.devices(askers.at(-1) as Author), 'closed').toEqual([])
})

test('a kind that is off makes none; on a site that switched push off nothing waits, and nothing leaves', async () => {
  const waiting = async () =>
    (await at.sql`select from private.notification_pushes where sent_at is null`).length
  for (const off of [{ muted: ['replies'] }, { muted: [], push_muted: ['replies'] }]) {
    await at.choose(asha, off)
    await at.reply(bala, '<p>Off</p>', asha)
    await notified(at.sql)
    expect(await waiting()).toBe(0)
  }
  await at.choose(asha, { push_muted: ['mentions'] })
  await at.reply(bala, '<p>Before</p>', asha)
  await notified(at.sql)
  await at.sql`update public.site_settings set web_push = false`
  await at.reply(bala, '<p>After</p>', asha)
  await notified(at.sql)
  expect(await waiting()).toBe(1)
  await at.pushed()
  await expect.poll(waiting).toBe(0)
  await at.sql`update public.site_settings set web_push = true`
  expect(at.service.to(asha.device)).toEqual([])
})

test('on a shared phone a message has no title, no text, no name and no address that tells', async () => {
  await at.choose(asha, { hides_content: true })
  await at.reply(bala, '<p>About your debts</p>', asha)
  await at.pushed()
  await expect.poll(() => at.messages(asha.device)).toHaveLength(1)
  expect(at.messages(asha.device)[0]).toEqual({
    title: 'You have a new notification on ArthaChowk',
    url: '/notifications',
    tag: expect.stringMatching(/^[\w-]{32}$/),
  })
})

test('a device gets at most twenty messages an hour', async () => {
  await at.sql`
    with told as (
      insert into public.notifications (user_id, kind, thread_id, read_at)
      select ${asha.id}, 'upvotes', ${asha.thread}, now() from generate_series(1, 20)
      returning id
    )
    update private.notification_pushes p set sent_at = now() - interval '59 minutes' - random() * interval '50 seconds'
    from told t where p.notification_id = t.id`
  await at.sql`
    update private.notification_pushes p set sent_at = now() - interval '58 minutes' - random() * interval '50 seconds'
    from public.notifications n where n.id = p.notification_id and n.user_id = ${asha.id}`
  await at.reply(bala, '<p>The twenty-first</p>', asha)
  await at.pushed()
  await at.sql`
    update private.notification_pushes set sent_at = now() - interval '61 minutes' where sent_at is not null`
  await at.reply(bala, '<p>An hour later</p>', asha)
  await at.pushed()
  await expect.poll(() => at.messages(asha.device)).toHaveLength(1)
  expect(at.messages(asha.device)[0]?.body).toBe('An hour later')
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
    moved: { status: 307, headers: { location: `${at.server.url}/push/renewal` } },
    endless: 'endless',
  } satisfies Record<string, Answer>
  const names = Object.keys(answers) as (keyof typeof answers)[]
  const made = Object.fromEntries(names.map((name) => [name, newDevice()])) as Record<
    (typeof names)[number],
    PushDevice
  >
  for (const name of names) {
    expect((await at.subscribe(asha, made[name])).status).toBe(201)
    at.service.answer(made[name], answers[name])
  }
  // A key that no message can be encrypted with.
  const { id } = await at.join()
  const offCurve = { ...newDevice(), p256dh: `BA${'A'.repeat(84)}A` }
  await at.sql`
    insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
    values (${id}, ${offCurve.endpoint}, ${offCurve.p256dh}, ${offCurve.auth})`
  await at.sql`insert into public.notifications (user_id, kind, thread_id) values (${id}, 'upvotes', ${asha.thread})`
  await at.reply(bala, '<p>Words</p>', asha)
  await notified(at.sql)
  await at.sql`
    update private.notification_pushes set tries = 5
    where subscription_id = (select id from public.push_subscriptions where endpoint = ${made.worn.endpoint})`
  await at.pushed()
  await expect.poll(() => at.devices(asha), { timeout: 15_000 }).toHaveLength(8)
  expect(await at.devices(asha)).not.toContain(made.gone.endpoint)
  expect(await at.devices(asha)).not.toContain(made.unknown.endpoint)
  await expect.poll(() => at.devices({ ...bala, id })).toEqual([])
  const waiting = async () =>
    Object.fromEntries(
      (
        await at.sql<{ endpoint: string; seconds: number }[]>`
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
  for (const name of ['busy', 'down', 'silent'] as const) at.service.answer(made[name], { status: 201 })
  await at.pushed()
  await expect.poll(waiting).toEqual({})
  const times = Object.fromEntries(names.map((name) => [name, at.service.to(made[name]).length]))
  expect(times).toEqual({
    ...{ gone: 1, unknown: 1, busy: 2, silent: 2, worn: 1, refusing: 1, moved: 1, endless: 1 },
    // The first message may have been written to a connection that had just ended.
    down: expect.toBeOneOf([1, 2]),
  })
  expect(at.service.to(asha.device)).toHaveLength(1)
  expect(at.service.to(offCurve)).toEqual([])
}, 40_000)

test('nothing of it left the machine, and what failed was logged without addresses', () => {
  const failures = at.server.log().filter(({ msg }) => msg === 'push.send_failed')
  expect(failures.length).toBeGreaterThan(3)
  for (const line of failures) {
    expect(line.service).toBe('fcm.googleapis.com')
    expect(JSON.stringify(line)).not.toMatch(/fcm\/send/)
  }
})
