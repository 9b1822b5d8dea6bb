// The site in Hindi: its pages are below /hi, whole without JavaScript, and the choice of it stays.
import type { Page } from '@playwright/test'
import { mailFolder } from '../../support/mailbox.ts'
import { unique } from '../chat.ts'
import { postReplies, startDiscussion, writer } from '../discussions.ts'
import { expect, siteOfRun, test } from '../fixtures.ts'
import { enterAs, newcomer } from '../people.ts'
import { expectScreenSound } from '../sound.ts'

/** Addresses of the page's links within the site, without those that are no pages. */
const linksOf = (page: Page) =>
  page
    .locator('a[href^="/"]:not([hreflang])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    .then((all) => all.filter((href) => !/\/feed\.|\.ics$|^\/(?:storage|social)\//.test(href)))

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest chooses Hindi, and reads home, forums, a category and a discussion in it', async ({
    page,
  }) => {
    await page.goto('/forums/ipos')
    await page.getByRole('contentinfo').getByRole('link', { name: 'हिन्दी' }).click()
    await expect(page).toHaveURL('/hi/forums/ipos')
    const pages = [
      page.url(),
      '/hi',
      '/hi/forums',
      '/hi/latest',
      '/hi/blog',
      '/hi/trending',
      '/hi/experts',
      '/hi/chat',
    ]
    for (const address of [...pages, '/hi/disclaimer', '/hi/guidelines', '/hi/search?q=ipo', '/hi/signup']) {
      await page.goto(address)
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
      await expect(page.getByRole('navigation', { name: 'मुख्य मेनू' }).first()).toBeAttached()
      const outside = (await linksOf(page)).filter((href) => !/^\/hi(?:[/?#]|$)/.test(href))
      expect(outside, `links of ${address} that leave Hindi`).toEqual([])
    }
    await page.goto('/hi/forums/ipos')
    await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/hi\/forums\/ipos\/[a-z0-9-]+-[0-9a-f]{8}$/)
    await expect(page.getByRole('heading', { name: /^\d+ जवाब$|अभी कोई जवाब नहीं/ }).first()).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(/:\d+\/forums\/ipos\/[a-z0-9-]+-[0-9a-f]{8}$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
  })
})

test('pages of Hindi are kept and dropped like the others', async ({ request }) => {
  const { id, path, title } = await startDiscussion(
    await writer('hindi'),
    unique('A discussion for two languages'),
  )
  const address = `/hi${path}`
  const first = await request.get(address)
  expect(await first.text()).toContain(title)
  const again = await request.get(address)
  expect(again.headers().etag, 'the same page, from memory').toBe(first.headers().etag)
  await postReplies(await writer('hindi'), id, ['What makes the page of Hindi old'])
  await expect
    .poll(async () => (await request.get(address)).text(), 'a reply drops it')
    .toContain('What makes the page of Hindi old')
})

test('who chose Hindi gets Hindi pages from English links, until English is chosen', async ({ page }) => {
  await page.goto('/hi/forums')
  await page.goto('/forums')
  await expect(page, 'a link alone is no choice').toHaveURL('/forums')
  await page.getByRole('contentinfo').getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL('/hi/forums')
  await page.goto('/latest?page=2')
  await expect(page).toHaveURL('/hi/latest?page=2')
  await page.goto('/')
  await expect(page).toHaveURL('/hi')
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/hi/latest')
  await expect(page).toHaveURL('/latest')
})

test('a newcomer joins in Hindi, is told in Hindi what is wrong, and lands in Hindi', async ({
  page,
  noise,
}) => {
  noise.expect(/status of 422/)
  const person = newcomer('hindi')
  await page.goto('/hi/signup?next=%2Fhi%2Fforums')
  await page.getByLabel('यूज़रनेम').fill('admin')
  await page.getByLabel('ईमेल').fill(person.email)
  await page.getByLabel('पासवर्ड', { exact: true }).fill(person.password)
  await page.getByLabel('पासवर्ड दोबारा लिखें', { exact: true }).fill(person.password)
  await page.getByRole('checkbox', { name: /शर्तें/ }).check()
  await page.getByRole('button', { name: 'खाता बनाएँ' }).click()
  await expect(page.getByText('यह यूज़रनेम आरक्षित है। कोई दूसरा चुनें।').first()).toBeVisible()
  await page.getByLabel('यूज़रनेम').fill(person.username)
  await page.getByRole('button', { name: 'खाता बनाएँ' }).click()
  await expect(page).toHaveURL('/hi/forums')
  await expectScreenSound(page)
})

test('a member replies in Hindi', async ({ page }) => {
  const { path } = await startDiscussion(await writer('hindi'), unique('A question in Hindi'))
  const member = await writer('hindi-reader')
  await enterAs(page, member, `/hi${path}`)
  await page.getByRole('button', { name: 'चर्चा में जवाब दें' }).click()
  const text = unique('डीमैट खाते में नॉमिनी ऑनलाइन जोड़ा जा सकता है।')
  await page.getByRole('textbox', { name: 'आपका जवाब' }).fill(text)
  await page.getByRole('button', { name: 'जवाब पोस्ट करें' }).click()
  await expect(page.getByText('जवाब पोस्ट हो गया!')).toBeVisible()
  const reply = page.getByRole('article', { name: `${member.username} का जवाब` })
  await expect(reply).toContainText(text)
  await expect(reply.getByText('अभी-अभी').first()).toBeVisible()
  await expectScreenSound(page)
})

test('the choice of a member is that of every device, and of their mails', async ({ page, browser }) => {
  const member = await writer('hindi-devices')
  const stored = (on: Page) =>
    on.waitForResponse((answer) => answer.url().includes('/notification_settings') && answer.ok())
  await enterAs(page, member, '/forums')
  const told = stored(page)
  await page.getByRole('banner').getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL('/hi/forums')
  await told
  const other = await (await browser.newContext({ baseURL: siteOfRun().url })).newPage()
  await enterAs(other, member, '/latest')
  await expect(other).toHaveURL('/hi/latest')
  await expect(other.locator('html')).toHaveAttribute('lang', 'hi-IN')

  const { url, publishableKey } = siteOfRun()
  const asked = await page.request.post(`${url}/auth/v1/recover`, {
    headers: { apikey: publishableKey },
    data: { email: member.email },
  })
  expect(asked.ok()).toBe(true)
  const mail = await mailFolder(siteOfRun().dataDir).newest(member.email)
  expect(mail.subject).toMatch(/^नया पासवर्ड चुनें · /)
  expect(mail.text).toContain('पासवर्ड माँगा है')

  // The settings have the choice too, and the first device follows the second.
  await other.goto('/hi/settings')
  const english = other.getByRole('region', { name: 'भाषा' }).getByRole('link', { name: 'English' })
  const changed = stored(other)
  await english.click()
  await expect(other).toHaveURL('/settings')
  await changed
  await other.context().close()
  await page.goto('/hi/forums')
  await expect(page).toHaveURL('/forums')
})

test('a guest chats in Hindi', async ({ page }) => {
  await page.goto('/hi/chat')
  const message = unique('नमस्ते, पहली बार आया हूँ')
  const box = page.getByRole('textbox', { name: 'संदेश' })
  await box.click()
  await page.getByLabel('यूज़रनेम').fill(unique('Atithi').slice(0, 20))
  await box.fill(message)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log', { name: 'संदेश' }).getByText(message)).toBeVisible()
})

test('search engines find each page in both languages', async ({ request }) => {
  for (const [address, other] of [
    ['/forums/ipos', '/hi/forums/ipos'],
    ['/hi/forums/ipos', '/forums/ipos'],
  ] as const) {
    const html = await (await request.get(address)).text()
    const { url } = siteOfRun()
    expect(html).toContain(`<link rel="canonical" href="${url}${address}"`)
    expect(html).toMatch(new RegExp(`<link rel="alternate" hrefLang="[a-z]+-IN" href="${url}${other}"`))
    expect(html).toContain(`hrefLang="x-default" href="${url}/forums/ipos"`)
  }
})
