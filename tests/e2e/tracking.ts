// The control Watching · Normal · Muted.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** @param name of the category, tag, discussion or member */
export async function track(
  page: Page,
  name: string,
  wanted: 'Watching' | 'Normal' | 'Muted',
): Promise<void> {
  const button = (state: string) => page.getByRole('button', { name: `${state}: ${name}`, exact: true })
  await button('Watching').or(button('Normal')).or(button('Muted')).click()
  await page.getByRole('menuitemradio', { name: wanted }).click()
  await expect(button(wanted)).toBeVisible()
}

/** The button of the message that says this; the one before it may still be leaving. */
export const undoToast = (page: Page, said: string) =>
  page.getByRole('listitem').filter({ hasText: said }).getByRole('button', { name: 'Undo' })
