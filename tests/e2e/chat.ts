// What journeys do in the live chat.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A text that no other test writes: the whole run shares one chat. */
export const unique = (text: string) => `${text} ${randomBytes(4).toString('hex')}`

export const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
export const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })

export async function openChat(page: Page, path = '/chat'): Promise<void> {
  await page.goto(path)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

export async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

export async function giveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Username').press('Enter')
}

/** The messages with this text that the site has stored. */
export async function messagesOf(
  site: { url: string; publishableKey: string },
  text: string,
): Promise<object[]> {
  const query = 'select=*&order=created_at.desc&limit=200'
  const headers = { apikey: site.publishableKey }
  const answer = await fetch(`${site.url}/rest/v1/chat_messages?${query}`, { headers })
  return ((await answer.json()) as { message: string }[]).filter(({ message }) => message === text)
}
