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
