// The live chat: messages in several browsers, and lost connections.
import { box, giveName, messages, messagesOf, openChat, say, unique } from '../chat.ts'
import { call, writer } from '../discussions.ts'
import { expect, publishableKey, siteUrl, test } from '../fixtures.ts'

const A_SECOND = 1_000
const TRIES = 5

test('a guest’s message is in another browser in under a second', async ({ page, otherBrowser }) => {
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

async function storedTimes(text: string): Promise<number> {
  return (await messagesOf({ url: siteUrl(), publishableKey: publishableKey() }, text)).length
}
