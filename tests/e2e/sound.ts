// What every screen has to be, whoever looks at it: no violation that axe can find, nothing wider than the screen.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Nothing that axe finds, and nothing to scroll sideways for. */
export async function expectSound(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main')).toBeVisible()
  // What is nested, named and labelled is the same in the dark: only the contrast is asked for twice.
  for (const [colorScheme, rules] of [
    ['light', null],
    ['dark', ['color-contrast']],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    // Legacy mode is axe in the page itself; there is no frame of another site to look into.
    const axe = new AxeBuilder({ page }).setLegacyMode(true)
    const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    )
    expect(found, `axe at ${page.url()} in ${colorScheme}`).toEqual([])
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `pixels beyond the screen at ${page.url()}`).toBe(0)
}
