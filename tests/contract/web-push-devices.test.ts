// The devices of web push: whose they are, which addresses are taken, and how a browser renews its own.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, newEmail, newMember, signIn } from '../support/identity.ts'
import { type Author, type Member, openPushScene } from '../support/push-scene.ts'
import { newDevice, PUSH_SERVICES, type PushDevice, REFUSED_DEVICES } from '../support/push-service.ts'

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

test('a sign-in that ends takes its device along, and no other', async () => {
  const email = newEmail()
  const { access_token: token, user } = await newMember(at.server, email)
  const ends = [
    (one: Member) => ask(at.server, 'logout?scope=local', { method: 'POST', token: one.token }),
    (one: Member) =>
      ask(at.server, 'user', { method: 'PUT', token: one.token, body: { password: 'rivers-of-rain-91' } }),
  ]
  const here = { id: user.id, token, name: '' }
  const there = { ...here, token: (await signIn(at.server, email)).body.access_token as string }
  const [first, second, third] = [newDevice(), newDevice(), newDevice()]
  await at.subscribe(here, first)
  await at.subscribe(there, second)
  expect(await at.devices(here)).toHaveLength(2)
  await ends[0]?.(here)
  expect(await at.devices(here)).toEqual([second.endpoint])
  const changing = { ...here, token: (await signIn(at.server, email)).body.access_token as string }
  await at.subscribe(changing, third)
  // A new password ends all other sign-ins.
  expect((await ends[1]?.(changing))?.status).toBe(200)
  expect(await at.devices(here)).toEqual([third.endpoint])
  expect(await at.devices(asha)).toEqual([asha.device.endpoint])
})

test('a member has push on ten devices', async () => {
  const statuses = []
  for (let index = 0; index < 10; index++) statuses.push((await at.subscribe(asha, newDevice())).status)
  expect(statuses).toEqual([...Array<number>(9).fill(201), 422])
  expect(await at.devices(asha)).toHaveLength(10)
})

test('an address of anything but a push service, and a key that is none, are refused by the table', async () => {
  const found = await Promise.all(
    REFUSED_DEVICES.map(async ([what, device]) => {
      const answer = await at.subscribe(asha, device)
      return { what, status: answer.status, body: await answer.json() }
    }),
  )
  for (const { what, status, body } of found) {
    expect([400, 422], what).toContain(status)
    expect(body, what).toHaveProperty('message')
  }
  expect(await at.devices(asha)).toEqual([asha.device.endpoint])
})

test('each browser’s push service is taken', async () => {
  for (const place of PUSH_SERVICES)
    expect((await at.subscribe(asha, newDevice(place))).status, place).toBe(201)
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
    const answer = await at.rest(asha, 'POST', 'push_subscriptions', body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.json()).toHaveProperty('message')
  }
  expect(await at.devices(asha)).toHaveLength(1)
})

describe('a service worker, which has no session,', () => {
  const body = (from: object, to: object) => JSON.stringify({ from, to })
  const shape = ({ endpoint, p256dh: key, auth: secret }: Omit<PushDevice, 'pair'>) => ({
    endpoint,
    keys: { p256dh: key, auth: secret },
  })
  const renew = (sent: string) => fetch(`${at.server.url}/push/renewal`, { method: 'POST', body: sent })

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
    expect(await at.devices(asha)).toEqual([asha.device.endpoint])
    const answer = await renew(body(shape(asha.device), shape(next)))
    expect([answer.status, await answer.json()]).toEqual([200, { renewed: true }])
    expect(await at.devices(asha)).toEqual([next.endpoint])
    await at.reply(bala, '<p>Words</p>', asha)
    await at.pushed()
    await expect.poll(() => at.messages(next)).toHaveLength(1)
    expect(at.service.to(asha.device)).toEqual([])
  })

  test('cannot take another device’s place', async () => {
    const other = newDevice()
    await at.subscribe(asha, other)
    expect((await renew(body(shape(asha.device), shape(other)))).status).toBe(404)
    expect(await at.devices(asha)).toHaveLength(2)
  })
})
