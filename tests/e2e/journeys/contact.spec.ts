// Contact: what was written survives a failed send, arrives, and is receipted by mail.
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { mailFolder } from '../../support/mailbox.ts'
import { expect, test } from '../fixtures.ts'

const SEND = '**/rest/v1/rpc/send_contact_message'

test('a reader writes to the people behind the site', async ({ page, noise }) => {
  const address = `reader-${randomBytes(5).toString('hex')}@example.com`
  const files: string[] = []
  page.on('request', (asked) => files.push(asked.url()))
  await page.goto('/contact?subject=technical')
  const form = page.getByRole('form', { name: 'Contact' })
  await expect(form.getByLabel('Subject')).toHaveValue('technical')
  await form.getByLabel('Name').fill('आशा <script>')
  const send = form.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expect(form.getByLabel('E-mail')).toBeFocused()
  await expect(form.getByRole('alert')).toHaveText([
    'Please tell us where to answer.',
    'Please write your message.',
  ])
  await form.getByLabel('E-mail').fill(address)
  await form.getByLabel('Message').fill('The page is blank. 🙏')

  noise.expect(/ERR_FAILED/)
  await page.route(SEND, (route) => route.abort())
  await send.click()
  await expect(form.getByRole('alert')).toContainText('what you wrote is still here')
  await page.unroute(SEND)
  // The draft is saved shortly after the last key, and when the page is left.
  await page.goto('/contact')
  await expect(form.getByLabel('Message')).toHaveValue('The page is blank. 🙏')
  await expect(form.getByLabel('Subject')).toHaveValue('technical')

  await page.route(SEND, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '600' },
      json: {
        code: 'over_request_rate_limit',
        details: null,
        hint: null,
        message: 'Request rate limit reached',
      },
    }),
  )
  noise.expect(/status of 429/)
  await send.click()
  await expect(form.getByRole('alert')).toContainText('At most 5 messages an hour')
  await expect(form.getByRole('alert')).toContainText('in 10 minutes')
  await page.unroute(SEND)

  await send.click()
  await expect(page.getByRole('heading', { name: 'Message sent' })).toBeFocused()
  await expect(page.getByText('We answer within 24 hours')).toBeVisible()
  const receipt = await mailFolder(dirname(process.env.E2E_LOG ?? '')).newest(address)
  expect(receipt.subject).toContain('We have your message')
  // A guest's client needs only the part that reads and writes tables.
  expect(
    files.some((url) => /\/assets\/entry\.client-/.test(url)),
    'files are seen',
  ).toBe(true)
  expect(files.filter((url) => /\/assets\/browser-client-/.test(url))).toEqual([])

  await page.reload()
  await expect(send).toBeEnabled()
  await expect(form.getByLabel('Message')).toHaveValue('')
})
