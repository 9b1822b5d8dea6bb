// Checks for every screen and state: no axe violation, and no horizontal overflow. axe.spec.ts checks each screen; a journey the
// states that a screen has only within it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './fixtures.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { width: 390, height: 844 }

/** For a step that a phone shows differently: its test runs at this size alone. */
export const ON_PHONE = { viewport: PHONE, hasTouch: true }

/** Waits until a page is complete: hydrated if a member's, and without parts that still load. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible()
  await page.locator('html:not([data-session]), html[data-hydrated]').waitFor({ state: 'attached' })
  await expect(page.getByRole('status').filter({ hasText: /^Loading .*\.\.\.$/ })).toHaveCount(0)
}

/** Expects no axe violation and no horizontal overflow at this size. */
export async function expectSound(page: Page): Promise<void> {
  await settled(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolation(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  // Structure, names and labels are the same in dark mode, so only the contrast is checked twice.
  await expectNoViolation(page, 'dark', ['color-contrast'])
  await expectNoOverflow(page)
}

/** Of a whole screen: the same, and at a phone's width too. */
export async function expectScreenSound(page: Page): Promise<void> {
  await expectSound(page)
  await onPhone(page, () => expectNoViolation(page, 'dark'))
}

/**
 * Of a state that a journey leads to, at both widths: in light at this one and in dark at a phone's, because
 * expectScreenSound has checked both colours of the screen.
 */
export async function expectSoundAtAnySize(page: Page): Promise<void> {
  await settled(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolation(page, 'light')
  await expectNoOverflow(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await onPhone(page, () => expectNoViolation(page, 'dark'))
}

async function onPhone(page: Page, check: () => Promise<void>): Promise<void> {
  const viewport = page.viewportSize()
  await page.setViewportSize(PHONE)
  await check()
  await expectNoOverflow(page)
  if (viewport) await page.setViewportSize(viewport)
}

async function expectNoViolation(page: Page, colorScheme: string, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: RunOptions = {
    // Passed checks are not described, which saves most of the time.
    resultTypes: ['violations'],
    // Only an experimental rule, which is off, needs the style sheets a second time.
    preload: false,
    ...(rules ? { runOnly: rules } : {}),
  }
  const found = await page.evaluate(async (how) => {
    const { axe } = window as unknown as { axe: { run: (how: object) => Promise<AxeResults> } }
    const { violations } = await axe.run(how)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  }, options)
  expect(found, `axe at ${page.url()} in ${colorScheme}`).toEqual([])
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `pixels beyond the screen at ${page.url()}`).toBe(0)
}
