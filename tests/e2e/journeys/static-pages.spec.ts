// The static text pages: linked, readable without a script, with the promised texts.
import { expect, test } from '../fixtures.ts'

test.use({ javaScriptEnabled: false })

const LEGAL = [
  ['/terms', 'Terms of Use'],
  ['/privacy', 'Privacy Policy'],
  ['/disclaimer', 'Investment Disclaimer'],
  ['/guidelines', 'Community Guidelines'],
  ['/cookies', 'Cookies and Local Storage'],
] as const

test('the legal pages have breadcrumbs, a date and a contents list whose links work', {
  tag: '@each-size',
}, async ({ page, noise }) => {
  for (const [path, title] of LEGAL) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(trail.getByRole('link', { name: 'Home' })).toBeVisible()
    await expect(
      page.getByText(/Last updated: \d+ \w+ 20\d\d · First published: December 2024/),
    ).toBeVisible()
    // The contents list is collapsed on a phone.
    const fold = page.locator('summary').filter({ hasText: 'On this page' })
    if (await fold.isVisible()) await fold.click()
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    expect(await headings.count()).toBeGreaterThan(2)
    expect(await contents.count()).toBe(await headings.count())
    for (const link of await contents.all())
      await expect(page.locator((await link.getAttribute('href')) ?? '#none')).toHaveCount(1)
  }
  await page.goto('/disclaimer')
  await expect(
    page.getByText('for educational purposes only and are not financial advice').first(),
  ).toBeVisible()

  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('premier financial forum')
  await expect(footer).toContainText('for educational purposes only and are not financial advice')
  await expect(footer).toContainText(`© 2024–${new Date().getFullYear()}`)
  await footer.getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'Community guidelines' })).toBeVisible()
  const cards = page.getByRole('region', { name: 'What you find here' }).getByRole('listitem')
  await expect(cards).toHaveCount(4)

  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Name').fill('Asha')
  await form.getByLabel('E-mail').fill('asha-without-a-script@example.com')
  await form.getByLabel('Subject').selectOption('report')
  await form.getByLabel('Message').fill('A reply promises returns.')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL('/contact/sent')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Message sent')

  noise.expect(/status of 404/)
  await page.goto('/no-such-page')
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
})
