// The live chat: guests and members in several browsers, and lost connections.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startServer } from '../../support/server.ts'
import { call, writer } from '../discussions.ts'
import { expect, publishableKey, siteUrl, test } from '../fixtures.ts'
import { runSql } from '../own-site.ts'
import { enterAsNewMember, newcomer, signUpByPage } from '../people.ts'
import { expectSound } from '../sound.ts'

const A_SECOND = 1_000
const TRIES = 5

/** A text that no other test writes: the whole run shares one chat. */
const unique = (text: string) => `${text} ${randomBytes(4).toString('hex')}`

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })

async function openChat(page: Page, path = '/chat'): Promise<void> {
  await page.goto(path)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

async function giveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Username').press('Enter')
}

test('a guest’s message is in another browser in under a second', { tag: '@each-size' }, async ({
  page,
  otherBrowser,
}) => {
  const other = await (await otherBrowser()).newPage()
  await openChat(other, '/chat')
  await openChat(page, '/chat')
  await expect(page.getByText(/\d+ online/)).toBeVisible()

  const first = unique('Anyone here?')
  await say(page, first)
  await expect(page.getByRole('alert')).toHaveText('Please enter a username to chat anonymously')
  await expect(page.getByLabel('Username')).toBeFocused()
  const name = unique('चाय वाला')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Username').press('Enter')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue(first)

  let fastest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < TRIES && fastest >= A_SECOND; attempt += 1) {
    const text = attempt === 0 ? first : unique('And now?')
    await box(page).fill(text)
    // Checked at every frame, because a locator polls less often.
    const arrived = other.waitForFunction((wanted) => document.body.innerText.includes(wanted), text)
    const sentAt = Date.now()
    await box(page).press('Enter')
    await arrived
    fastest = Math.min(fastest, Date.now() - sentAt)
  }
  expect(fastest, 'milliseconds from the key to the other screen').toBeLessThan(A_SECOND)

  const lines = `${unique('<script>document.title="run"</script> 📈')}\nदूसरी पंक्ति`
  const [above, below] = lines.split('\n') as [string, string]
  await box(page).fill(above)
  await box(page).press('Shift+Enter')
  await box(page).pressSequentially(below)
  await box(page).press('Enter')
  const arrivedText = messages(other).getByText(above)
  await expect(arrivedText).toHaveText(lines)
  await expect(arrivedText).toHaveCSS('white-space', 'pre-wrap')
  await expect(other).toHaveTitle(/Live Chat/)

  const tooLong = 'अ'.repeat(10_000)
  await box(page).fill(tooLong)
  await expect(page.getByText(/must be 1 to 1,000 characters long. 9000 too many/)).toBeVisible()
  await box(page).press('Enter')
  await expect(box(page)).toHaveValue(tooLong)

  await page.reload()
  await expect(page.getByText(`Chatting as ${name}`)).toBeVisible()
})

test('a reader who has scrolled up stays there, and is told of new messages', { tag: '@each-size' }, async ({
  page,
  otherBrowser,
}) => {
  const other = await (await otherBrowser()).newPage()
  await openChat(other)
  await giveName(other, 'Early Bird')
  for (const count of ['one', 'two', 'three']) {
    const text = unique(count)
    await say(other, `${text}\n\n\n\n\n\n\n\nlong`)
    await expect(messages(other).getByText(text)).toBeVisible()
  }
  await openChat(page)
  await expect(page.getByRole('heading', { name: 'Today' })).toHaveCount(1)
  await messages(page).evaluate((list) => list.scrollTo({ top: -400 }))
  // Other journeys write in this room too.
  await expect(page.getByRole('button', { name: /Jump to latest|new message/ })).toBeVisible()
  const place = () =>
    messages(page).evaluate((list) => {
      const rows = [...list.querySelectorAll('[data-message]')]
      const edge = list.getBoundingClientRect().top
      const row = rows.find((one) => one.getBoundingClientRect().top >= edge)
      return { words: row?.textContent, top: row?.getBoundingClientRect().top ?? 0 }
    })
  const before = await place()
  const news = unique('Something new')
  await say(other, `${news}, see https://www.sebi.gov.in/.`)
  await expect(messages(page).getByText(news)).toBeAttached()
  await expect(page.getByRole('button', { name: /new message/ })).toBeVisible()
  const after = await place()
  expect(after.words, 'nothing jumps').toBe(before.words)
  // Line heights are fractions of a pixel, but a browser scrolls by whole pixels.
  expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1)
  await expect(messages(page).getByText('New messages')).toHaveCount(1)
  await page.getByRole('button', { name: /new message/ }).click()
  await expect(messages(page).getByText(news)).toBeInViewport()
  const link = messages(page)
    .getByText(news)
    .getByRole('link', { name: 'https://www.sebi.gov.in/', exact: true })
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener')
  await expect(page.getByRole('button', { name: /new message|Jump/ })).toHaveCount(0)
})

test('the list shows when all of it has arrived, because a part would move', async ({ otherBrowser }) => {
  const page = await (await otherBrowser({ javaScriptEnabled: false })).newPage()
  let isCut = true
  await page.route('**/chat', async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    await route.fulfill({ response: answer, body: isCut ? html.slice(0, html.indexOf('</main>')) : html })
  })
  await page.goto('/chat')
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(messages(page)).toHaveCount(0)
  isCut = false
  await page.goto('/chat')
  await expect(messages(page)).toBeVisible()
})

test('a failed message stays, is retried and is never posted twice', async ({ page, noise, context }) => {
  noise.expect(/Failed to load resource|ERR_/)
  await openChat(page)
  await giveName(page, 'Night Owl')

  // The first attempt does not reach the site. The second does, but its response is lost.
  let tries = 0
  await page.route('**/rest/v1/chat_messages**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    tries += 1
    if (tries === 2) await route.fetch()
    await (tries <= 2 ? route.abort() : route.fallback())
  })
  const text = unique('Is this thing on?')
  await say(page, text)
  const row = messages(page).locator('[data-message]').filter({ hasText: text })
  await expect(row.getByRole('alert')).toHaveText('Not sent.')
  await row.getByRole('button', { name: 'Try again' }).click()
  // The socket confirms the message although the response was lost. A third attempt would conflict with its id.
  await expect(row.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => tries).toBeGreaterThanOrEqual(2)
  await page.reload()
  await expect(messages(page).getByText(text)).toHaveCount(1)

  await context.setOffline(true)
  await expect(page.getByText(/^You are offline. These/)).toBeVisible()
  const later = unique('Written in a tunnel')
  await say(page, later)
  await expect(
    messages(page).locator('[data-message]').filter({ hasText: later }).getByRole('status'),
  ).toHaveText('Waiting for the connection')
  await context.setOffline(false)
  await expect(page.getByText(/^You are offline. These/)).toHaveCount(0)
  await expect.poll(() => storedTimes(later)).toBe(1)
  await expect(messages(page).getByText(later)).toHaveCount(1)
})

test('while the socket is down the chat polls every five seconds, and then reconnects', async ({ page }) => {
  let isDown = true
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => {
    if (isDown) return socket.close({ code: 1012 })
    socket.connectToServer()
  })
  await page.goto('/chat')
  await expect(page.getByText('Reconnecting, checking every 5 seconds')).toBeVisible()
  const bala = await writer('bala')
  const text = unique('Without a socket')
  await call(bala.token, 'POST', 'chat_messages', {
    message: text,
    username: bala.username,
    user_id: bala.userId,
    is_anonymous: false,
  })
  await expect(messages(page).getByText(text)).toBeVisible({ timeout: 15_000 })
  await expect(messages(page).getByRole('link', { name: bala.username })).toHaveAttribute(
    'href',
    `/experts/${bala.username}`,
  )
  isDown = false
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 })
})

test('a member’s name is refused each time it is chosen, and not remembered', async ({ page, noise }) => {
  noise.expect(/status of 422/)
  const bala = await writer('bala')
  await openChat(page)
  await giveName(page, bala.username)
  const refusal = 'That name belongs to a member. Please choose another.'
  for (const text of [unique('First try'), unique('Second try')]) {
    await say(page, text)
    const row = messages(page).locator('[data-message]').filter({ hasText: text })
    await expect(row.getByRole('alert')).toHaveText(refusal)
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(refusal)
  }
  await page.reload()
  await expect(page.getByLabel('Username')).toHaveValue('')
})

test('only an administrator, who may also delete it, can find out who wrote an anonymous message', async ({
  page,
  otherBrowser,
  noise,
}) => {
  noise.expect(/status of 422/)
  const site = await startServer({ SEED: 'none' })
  try {
    // The author, in a browser whose traffic is not recorded.
    const asha = newcomer('asha')
    await signUpByPage(page, asha, `${site.url}/signup`)
    const ashaId = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('arthachowk-session') ?? '{}') as { user: { id: string } }).user.id,
    )

    // The administrator, who also receives the same socket messages as a member.
    const admin = await (await otherBrowser()).newPage()
    await signUpByPage(admin, newcomer('meera'), `${site.url}/signup`)
    await admin.goto(site.adminLink ?? '')
    await admin.getByRole('button', { name: 'Become administrator' }).click()
    await expect(admin.getByText('You are an administrator')).toBeVisible()

    // A guest, whose socket messages and responses are recorded.
    const guest = await (await otherBrowser()).newPage()
    const heard: string[] = []
    guest.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => heard.push(payload.toString())),
    )
    guest.on('response', (response) => {
      if (/chat|rest/.test(response.url()))
        void response.text().then(
          (text) => heard.push(text),
          () => undefined,
        )
    })
    await openChat(guest, `${site.url}/chat`)
    await openChat(admin, `${site.url}/chat`)

    await openChat(page, `${site.url}/chat`)
    const open = unique('Under my own name')
    await say(page, open)
    await expect(messages(guest).getByText(open)).toBeVisible()
    await expect(messages(guest).getByRole('link', { name: asha.username })).toBeVisible()
    heard.length = 0

    await page.getByRole('checkbox', { name: 'Send anonymously' }).check()
    const secret = unique('My cousin sells insurance to our whole family')
    await say(page, secret)
    await expect(page.getByRole('alert')).toHaveText('Please enter a username to chat anonymously')
    await giveName(page, asha.username.toUpperCase())
    await say(page, secret)
    await expect(page.getByRole('alert').first()).toHaveText(
      'That name belongs to a member. Please choose another.',
    )
    await page.getByLabel('Username').fill('Quiet One')
    await page.getByLabel('Username').press('Enter')
    await expect(messages(guest).getByText(secret)).toBeVisible()
    await expect(messages(guest).getByText('Quiet One')).toBeVisible()

    const wire = heard.filter((text) => text.includes(secret))
    expect(wire.length, 'the guest heard of it, or this proves nothing').toBeGreaterThan(0)
    for (const text of wire) expect(text.slice(text.indexOf(secret) - 400)).not.toContain(ashaId)
    const rows = await messagesOf(site, secret)
    expect(rows).toMatchObject([{ user_id: null, username: 'Quiet One', is_anonymous: true }])
    expect(JSON.stringify(rows)).not.toContain(ashaId)
    expect(JSON.stringify(rows)).not.toContain(asha.username)
    const html = await (await fetch(`${site.url}/chat`)).text()
    const there = html.indexOf(secret)
    expect(there).toBeGreaterThan(0)
    expect(html.slice(html.lastIndexOf('data-message', there), there + secret.length)).not.toContain(
      asha.username,
    )

    // The administrator begins a discussion with what was said.
    for (const text of [open, secret]) {
      const said = messages(admin).locator('[data-message]').filter({ hasText: text })
      await said.getByText(text).click()
      await said.getByRole('button', { name: /^Choose the message/ }).click()
      await said.getByText(text).click()
    }
    await expect(admin.getByText('2 messages chosen')).toBeVisible()
    await admin.getByRole('button', { name: 'Make a discussion' }).click()
    const draft = admin.getByRole('textbox', { name: 'Content' })
    await expect(draft.getByRole('blockquote')).toHaveText([`${asha.username}${open}`, `Quiet One${secret}`])
    await admin.goBack()

    // The administrator reveals the author and deletes the message; the other browsers remove it.
    const row = messages(admin).locator('[data-message]').filter({ hasText: secret })
    await row.getByText(secret).click()
    await row.getByRole('button', { name: 'Who wrote as Quiet One' }).click()
    await expect(admin.getByRole('dialog')).toContainText(`Quiet One is ${asha.username}`)
    await admin.keyboard.press('Escape')
    await row.getByRole('button', { name: /^Delete the message/ }).click()
    await expect(admin.getByRole('dialog')).toContainText('This action cannot be undone.')
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete Message' }).click()
    await expect(messages(admin).getByText(secret)).toHaveCount(0)
    await expect(messages(guest).getByText(secret)).toHaveCount(0)
    await expect(messages(guest).getByText(open)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Delete the message/ })).toHaveCount(0)

    // Then rooms: what is said in one stays in it.
    await runSql(site, `insert into public.forum_categories (name, slug) values ('IPOs', 'ipos')`)
    await admin.goto(`${site.url}/admin/settings`)
    await admin.getByRole('checkbox', { name: 'The chat has rooms' }).check()
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await expect(admin.getByText('Settings saved')).toBeVisible()
    await openChat(guest, `${site.url}/chat`)
    await guest.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'IPOs' }).click()
    await expect(guest).toHaveTitle(/Live Chat: IPOs/)
    await expect(messages(guest).getByText(open)).toHaveCount(0)
    const inside = unique('Allotment is out')
    await say(guest, inside)
    await giveName(guest, 'Owl')
    await say(guest, inside)
    await expect(messages(guest).getByText(inside)).toBeVisible()
    await expectSound(guest)
    const outside = unique('Back to everybody')
    await page.getByRole('checkbox', { name: 'Send anonymously' }).uncheck()
    await say(page, outside)
    await expect(messages(page).getByText(outside)).toBeVisible()
    await expect(messages(page).getByText(inside)).toHaveCount(0)
    await expect(messages(guest).getByText(outside)).toHaveCount(0)
    await guest.reload()
    await expect(messages(guest).getByText(inside)).toBeVisible()
  } finally {
    await site.stop()
  }
})

test('a member writes under the own name, is shown as present, and can be reported', {
  tag: '@each-size',
}, async ({ page, otherBrowser }) => {
  const bala = newcomer('bala')
  await enterAsNewMember(page, bala, '/chat')
  await expect(page.getByText(`Chatting as ${bala.username}`)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Send anonymously' })).not.toBeChecked()
  const text = unique('Good morning')
  await say(page, text)
  await expect(messages(page).getByText(text)).toBeVisible()

  const other = await (await otherBrowser()).newPage()
  await enterAsNewMember(other, newcomer('asha'), '/')
  // The front page is not hydrated until it is touched. Then its chat is live too.
  const panel = other.getByRole('region', { name: 'Live chat' })
  await panel.hover()
  await expect(panel.getByText(/\d+ online/)).toBeVisible()
  const second = unique('And to the front page')
  await say(page, second)
  await expect(panel.getByText(second)).toBeVisible()
  await panel.getByRole('link', { name: 'Join the live chat' }).click()
  await expect(messages(other).getByText(second)).toBeVisible()
  await messages(other).getByText(second).click()
  await messages(other)
    .locator('[data-message]')
    .filter({ hasText: second })
    .getByRole('button', { name: 'Report this message' })
    .click()
  await expect(other.getByRole('dialog')).toBeVisible()
})

test('a guest replies to a member, who is mentioned, listed as online, and answers', {
  tag: '@each-size',
}, async ({ page, otherBrowser }) => {
  const bala = newcomer('bala')
  await enterAsNewMember(page, bala, '/chat')
  const question = unique('Who applied through UPI?')
  await say(page, question)

  const guest = await (await otherBrowser()).newPage()
  await openChat(guest)
  await guest.getByRole('button', { name: /online/ }).click()
  const online = guest.getByRole('dialog').getByRole('list', { name: 'Members online' })
  await expect(online.getByRole('link', { name: bala.username })).toBeVisible()
  await guest.keyboard.press('Escape')

  const row = messages(guest).locator('[data-message]').filter({ hasText: question })
  await row.getByText(question).click()
  await row.getByRole('button', { name: `Reply to ${bala.username}` }).click()
  await expect(box(guest)).toBeFocused()
  await expect(guest.getByText(`Replying to ${bala.username}: ${question}`)).toBeVisible()
  await expectSound(guest)
  const text = unique('did, and you')
  await box(guest).pressSequentially(`I @${bala.username.slice(0, 4)}`)
  const choices = guest.getByRole('listbox', { name: 'Members to mention' })
  await expect(choices.getByRole('option', { name: bala.username })).toBeVisible()
  await guest.keyboard.press('Escape')
  await expect(choices).toBeHidden()
  await expect(guest.getByText('Replying to'), 'the first Escape closes the list only').toBeVisible()
  await box(guest).press('Backspace')
  await choices.getByRole('option', { name: bala.username }).click()
  await expect(box(guest)).toHaveValue(`I @${bala.username} `)
  await box(guest).pressSequentially(text)
  await box(guest).press('Enter')
  await giveName(guest, unique('Night Owl'))
  await box(guest).press('Enter')
  await expect(guest.getByText('Replying to')).toBeHidden()

  const answer = messages(page).locator('[data-message]').filter({ hasText: text })
  await expect(answer).toContainText('Mentions you.')
  await answer.getByRole('button', { name: `Reply to ${bala.username} ${question}` }).click()
  await expect(messages(page).locator('[data-message]').filter({ hasText: question }).first()).toBeFocused()
  await page.reload()
  await expect(answer, 'the page has it without a script, too').toContainText(question)

  // A guest's mention rings no bell; a member's does.
  const asha = newcomer('asha')
  const other = await (await otherBrowser()).newPage()
  await enterAsNewMember(other, asha, '/chat')
  await say(other, unique(`Ask @${bala.username} about it`))
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const told = page.getByRole('link', { name: `${asha.username} mentioned you in the live chat` })
  await expect(told).toHaveAttribute('href', '/chat')
})

async function messagesOf(site: { url: string; publishableKey: string }, text: string): Promise<object[]> {
  const query = 'select=*&order=created_at.desc&limit=200'
  const headers = { apikey: site.publishableKey }
  const answer = await fetch(`${site.url}/rest/v1/chat_messages?${query}`, { headers })
  return ((await answer.json()) as { message: string }[]).filter(({ message }) => message === text)
}

async function storedTimes(text: string): Promise<number> {
  return (await messagesOf({ url: siteUrl(), publishableKey: publishableKey() }, text)).length
}
