// Push on a device, from the administrator's switch to the reply that a click opens. A test's browser has no push service: its
// subscription is that of a device which decrypts what the site sends, and the browser's protocol hands that to the worker.
import type { BrowserContext, Page } from '@playwright/test'
import { decrypt, newDevice, type PushDevice, startPushService } from '../../support/push-service.ts'
import type { TestServer } from '../../support/server.ts'
import { call, postReplies, startDiscussion } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { runSql, startOwnSite } from '../own-site.ts'
import { enterAs, type Member, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'default' })

let service: Awaited<ReturnType<typeof startPushService>>
let site: TestServer
let admin: Member

test.beforeAll(async () => {
  service = await startPushService()
  ;({ site, admin } = await startOwnSite(service.env))
  await call(admin.token, 'POST', 'forum_categories', { name: 'IPOs', slug: 'ipos' }, site)
})

test.afterAll(async () => {
  await site?.stop()
  await service?.stop()
})

test('a member turns push on, a reply comes to the device and opens with a click, a shared phone shows none of it, and it is turned off', async ({
  page,
  context,
  otherBrowser,
}) => {
  const device = newDevice()
  await answerPrompts(context, 'granted')
  await subscribeAs(context, device)
  const asha = await signUpByApi(newcomer('asha'), site)
  const { id, path } = await startDiscussion(asha, 'Which broker answers its phone', site)
  await enterAs(page, asha, `${site.url}/settings/notifications`)
  const section = page.getByRole('region', { name: 'Push on this device' })
  const pushOfReplies = page.getByRole('checkbox', { name: 'Replies: push' })
  await expect(page.getByRole('checkbox', { name: 'Replies: bell' })).toBeVisible()
  await expect(pushOfReplies).toHaveCount(0)
  await expect(section).toHaveCount(0)

  const desk = await (await otherBrowser({ baseURL: site.url })).newPage()
  await enterAs(desk, admin, `${site.url}/admin/settings`)
  await expect(desk.getByText(/Google, Mozilla, Apple or Microsoft/)).toBeVisible()
  await desk.getByLabel('Push on members’ devices').check()
  await desk.getByRole('button', { name: 'Save Settings' }).click()
  await expect(desk.getByText('Settings saved')).toBeVisible()

  await page.reload()
  await expect(section.getByRole('status')).toHaveText(/^Off\./)
  await expect(pushOfReplies).toBeChecked()
  await expect(section).toContainText('pass through your browser maker’s servers: Google for Chrome')
  await expect(section).toContainText('They are encrypted for this device.')
  await expectSoundAtAnySize(page)
  // A double click subscribes once.
  await section.getByRole('button', { name: 'Turn on' }).evaluate((button: HTMLElement) => {
    button.focus()
    button.click()
    button.click()
  })
  await expect(section.getByRole('status')).toHaveText(/^On\./)
  await expect(section.getByRole('button', { name: 'Turn off', exact: true })).toBeFocused()
  expect(await page.evaluate(() => sessionStorage.getItem('subscriptions'))).toBe('1')
  await page.reload()
  await expect(section.getByRole('status')).toHaveText(/^On\./)

  const bala = await signUpByApi(newcomer('bala'), site)
  const [first = ''] = await postReplies(bala, id, ['Mine does, on the third day'], site)
  const told = await deliver(page, context, device, 1)
  const title = `${bala.username} replied to your discussion Which broker answers its phone`
  expect(told).toEqual({ title, body: 'Mine does, on the third day' })
  const clicked = await click(context)
  expect(clicked.isClosed).toBe(true)
  await page.goto(`${site.url}${clicked.path}`)
  await expect(page).toHaveURL(`${site.url}${path}#reply-${first.slice(0, 8)}`)
  await expect(page.getByText('Mine does, on the third day')).toBeInViewport()

  await page.goto(`${site.url}/settings/notifications`)
  const saved = page.waitForResponse(
    (answer) => answer.url().includes('/notification_settings') && answer.ok(),
  )
  await page.getByRole('checkbox', { name: 'Hide names and text in alerts' }).check()
  await saved
  await postReplies(bala, id, ['And asks for your password'], site)
  const discreet = await deliver(page, context, device, 2)
  expect(discreet).toEqual({ title: 'You have a new notification on ArthaChowk', body: '' })
  expect(await click(context)).toEqual({ isClosed: true, path: '/notifications' })

  const renewed = newDevice()
  await renew(context, device, renewed)
  const stored = () => call(asha.token, 'GET', 'push_subscriptions?select=endpoint', undefined, site)
  expect(await stored()).toEqual([{ endpoint: renewed.endpoint }])
  await renew(context, renewed, device)

  const elsewhere = newDevice()
  await runSql(
    site,
    `insert into public.push_subscriptions (user_id, endpoint, p256dh, auth)
     values ('${asha.userId}', '${elsewhere.endpoint}', '${elsewhere.p256dh}', '${elsewhere.auth}')`,
  )
  await page.reload()
  await section.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expect(section.getByRole('status')).toHaveText(/^Off\./)
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeFocused()
  await section.getByRole('button', { name: 'Turn off on 1 other device' }).press('Enter')
  await expect(section.getByRole('button', { name: /other device/ })).toHaveCount(0)
  await expect(section.getByRole('status')).toBeFocused()
  expect(await stored()).toEqual([])
})

test('a browser that blocks notifications says so, at the button and on the next visit; one without push says what it needs', async ({
  page,
  context,
  otherBrowser,
}) => {
  const asha = await signUpByApi(newcomer('asha'), site)
  await runSql(site, 'update public.site_settings set web_push = true')
  await answerPrompts(context, 'denied')
  await enterAs(page, asha, `${site.url}/settings/notifications`)
  const section = page.getByRole('region', { name: 'Push on this device' })
  await section.getByRole('button', { name: 'Turn on' }).press('Enter')
  await expect(
    page.getByText('Your browser blocks notifications of this site.', { exact: true }),
  ).toBeVisible()
  await expect(section.getByRole('status')).toHaveText(/^Your browser blocks .* Allow them/)
  await expect(section.getByRole('status')).toBeFocused()
  await expect(section.getByRole('button')).toHaveCount(0)
  await expectSoundAtAnySize(page)
  await page.reload()
  await expect(section.getByRole('status')).toHaveText(/^Your browser blocks/)

  const old = await (await otherBrowser({ baseURL: site.url })).newPage()
  await old.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await enterAs(old, asha, `${site.url}/settings/notifications`)
  await expect(old.getByRole('region', { name: 'Push on this device' }).getByRole('status')).toHaveText(
    /cannot show notifications.*add the site to the home screen/,
  )
})

/** What the member answers when the browser asks. Browsers without a window always refuse. */
async function answerPrompts(context: BrowserContext, answer: 'granted' | 'denied'): Promise<void> {
  await context.addInitScript((given) => {
    const current = () => sessionStorage.getItem('permission') ?? 'default'
    Object.defineProperty(Notification, 'permission', { get: current })
    Notification.requestPermission = async () => {
      sessionStorage.setItem('permission', given)
      return given
    }
  }, answer)
}

/** Subscriptions of the browser are those of `device`, and last as long as its tab. */
async function subscribeAs(context: BrowserContext, { endpoint, p256dh, auth }: PushDevice): Promise<void> {
  await context.addInitScript(
    ([at, publicKey, secret]) => {
      const subscription = {
        endpoint: at,
        toJSON: () => ({ endpoint: at, keys: { p256dh: publicKey, auth: secret } }),
        unsubscribe: async () => sessionStorage.setItem('subscribed', 'no'),
      }
      const asked = { userVisibleOnly: true, applicationServerKey: '' }
      const isOn = () => sessionStorage.getItem('subscribed') === 'yes'
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (isOn() ? subscription : null),
        subscribe: async (how: typeof asked) => {
          if (!how.userVisibleOnly || !/^B[\w-]{86}$/.test(how.applicationServerKey))
            throw new TypeError('key')
          sessionStorage.setItem('subscribed', 'yes')
          const before = Number(sessionStorage.getItem('subscriptions'))
          sessionStorage.setItem('subscriptions', String(before + 1))
          return subscription
        },
      })
    },
    [endpoint, p256dh, auth] as const,
  )
}

/** Lets what is due be sent, and hands the device's `number`th message to the service worker. @returns what that shows */
async function deliver(page: Page, context: BrowserContext, device: PushDevice, number: number) {
  await expect
    .poll(
      async () => {
        await runSql(site, 'update private.notification_pushes set due_at = now() where sent_at is null')
        return service.to(device).length
      },
      { timeout: 15_000 },
    )
    .toBe(number)
  const message = service.to(device)[number - 1]
  if (!message) throw new Error('nothing came')
  const worker = workerOf(context)
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.shown = []
    scope.registration.showNotification = async (title, { body, data }) => {
      scope.shown.push({ title, body, data })
    }
  })
  const protocol = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${site.url}/` && !isDeleted)
      if (own) resolve(own.registrationId)
    }),
  )
  await protocol.send('ServiceWorker.enable')
  await protocol.send('ServiceWorker.deliverPushMessage', {
    origin: site.url,
    registrationId: await registered,
    data: JSON.stringify(decrypt(device, message)),
  })
  await protocol.detach()
  const shown = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).shown)
  await expect.poll(async () => (await shown()).length).toBe(1)
  const [{ title, body } = { title: '', body: '' }] = await shown()
  return { title, body }
}

/** What the tests replace: browsers without a window show no notification, and open none without a real click. */
type WorkerScope = EventTarget & {
  shown: { title: string; body: string; data: object }[]
  registration: {
    showNotification: (title: string, options: { body: string; data: object }) => Promise<void>
  }
  clients: { openWindow: (path: string) => Promise<null> }
}

function workerOf(context: BrowserContext) {
  const worker = context.serviceWorkers().find((one) => one.url() === `${site.url}/sw.js`)
  if (!worker) throw new Error('there is no service worker')
  return worker
}

/** Clicks the notification that is shown. @returns whether it was closed, and what the worker opens */
function click(context: BrowserContext) {
  return workerOf(context).evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    let isClosed = false
    return new Promise<{ isClosed: boolean; path: string }>((resolve) => {
      scope.clients.openWindow = async (path) => {
        resolve({ isClosed, path })
        return null
      }
      const close = () => {
        isClosed = true
      }
      const notification = { data: scope.shown[0]?.data, close }
      const waitUntil = () => undefined
      scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
    })
  })
}

/** The browser replaces the subscription of `from` by that of `to`. */
function renew(context: BrowserContext, from: PushDevice, to: PushDevice) {
  const plain = ({ endpoint, p256dh, auth }: PushDevice) => ({ endpoint, keys: { p256dh, auth } })
  return workerOf(context).evaluate(
    ([oldSubscription, newSubscription]) =>
      new Promise((resolve) => {
        const event = new Event('pushsubscriptionchange')
        globalThis.dispatchEvent(
          Object.assign(event, { oldSubscription, newSubscription, waitUntil: resolve }),
        )
      }),
    [plain(from), plain(to)] as const,
  )
}
