// A contact message is mailed to the site's administrators, and its sender gets a receipt.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailFolder } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ ADMIN_EMAIL: 'owner@example.com' }, { entry: 'impatient' })
})

afterAll(() => server?.stop())

function send(message: object) {
  return fetch(`${server.url}/rest/v1/rpc/send_contact_message`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Reader', subject: 'technical', message: 'The page is blank.', ...message }),
  })
}

test('the operator gets the message and can reply to it; the sender gets a receipt without it', async () => {
  const mail = mailFolder(server.dataDir)
  expect((await send({ email: 'Reader@example.com', name: 'Spam at http://bad.example' })).status).toBe(204)
  const forwarded = await mail.newest('owner@example.com')
  expect(forwarded.subject).toMatch(/^Contact: Technical problem · /)
  expect(forwarded.text).toContain('The page is blank.')
  expect(forwarded.replyTo).toBe('reader@example.com')
  const receipt = await mail.newest('reader@example.com')
  expect(receipt.text).toContain('within 24 hours')
  expect(receipt.text, 'nothing that was typed').not.toMatch(/blank|bad\.example/)
  expect(receipt.replyTo).toBe('')
})

test('who writes on a page in Hindi gets the receipt in it', async () => {
  const mail = mailFolder(server.dataDir)
  const fields = { name: 'Reader', email: 'hindi@example.com', subject: 'technical', message: 'पेज खाली है।' }
  const sent = await fetch(`${server.url}/contact/send`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, language: 'hi' }),
    redirect: 'manual',
  })
  expect(sent.headers.get('location')).toBe('/hi/contact/sent')
  const receipt = await mail.newest('hindi@example.com')
  expect(receipt.subject).toBe('आपका संदेश मिल गया · ArthaChowk')
  expect(receipt.text).toContain('(तकनीकी समस्या)')
  expect(receipt.text).toContain('24 घंटे के भीतर')
  expect(receipt.text).not.toMatch(/Thank|within|message/)
  // The mails of the next message are counted from here.
  await mail.newest('owner@example.com', 2)
})

test('without JavaScript the form takes a message, a long one in Devanagari too, and says what became of it', async () => {
  const post = (fields: Record<string, string>) =>
    fetch(`${server.url}/contact/send`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const where = async (fields: Record<string, string>) => (await post(fields)).headers.get('location')
  const mail = mailFolder(server.dataDir)
  const before = mail.to('owner@example.com').length
  const message = {
    name: 'Reader',
    email: 'plain@example.com',
    subject: 'report',
    message: 'शि '.repeat(1_666),
  }
  expect(await where(message)).toBe('/contact/sent')
  const { subject, text } = await mail.newest('owner@example.com', before + 1)
  expect(subject).toMatch(/^Contact: Report a problem with content/)
  expect(text.split('शि')).toHaveLength(1_667)
  await mail.newest('plain@example.com')
  for (const bad of [{}, { ...message, message: ' ' }, { ...message, subject: 'other' }])
    expect(await where(bad)).toBe('/contact/refused')
  expect((await post({ ...message, message: 'x'.repeat(70_000) })).status).toBe(413)
})

test('the form and what became of a message are pages without a script', async () => {
  for (const result of ['sent', 'refused', 'later']) {
    const page = await fetch(`${server.url}/contact/${result}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('noindex')
  }
  expect((await fetch(`${server.url}/contact/other`)).status).toBe(404)
  const form = await (await fetch(`${server.url}/contact`)).text()
  expect(form).toMatch(/<form[^>]* action="\/contact\/send"/)
  expect(form).toMatch(/<noscript><button[^>]*>Send Message<\/button><\/noscript>/)
})

test('an address that is entered again and again gets one receipt', async () => {
  const mail = mailFolder(server.dataDir)
  const before = mail.to('owner@example.com').length
  for (const message of ['one', 'two', 'three']) await send({ email: 'victim@example.com', message })
  await mail.newest('owner@example.com', before + 3)
  await mail.newest('victim@example.com')
  // Mails are sent in order: when the receipt of this last message has arrived, all earlier ones have been sent.
  await send({ email: 'last@example.com' })
  await mail.newest('last@example.com')
  expect(mail.to('victim@example.com')).toHaveLength(1)
})
