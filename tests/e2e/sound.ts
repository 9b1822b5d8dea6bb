// Checks for every screen: no axe violation, and no horizontal overflow.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { expect } from './fixtures.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { width: 390, height: 844 }

/** Waits until a page shows what it is about: a member's page is awake, and no part of it is still loading. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible()
  await page.locator('html:not([data-session]), html[data-awake]').waitFor({ state: 'attached' })
  await expect(page.getByRole('status').filter({ hasText: /^Loading .*\.\.\.$/ })).toHaveCount(0)
}

/** Nothing that axe finds, and nothing to scroll sideways for. */
export async function expectSound(page: Page): Promise<void> {
  await settled(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolation(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  // What is nested, named and labelled is the same in the dark: only the contrast is asked for twice.
  await expectNoViolation(page, 'dark', ['color-contrast'])
  await expectNoOverflow(page)
}

/** The same at a phone's width too, for a journey that runs at one size only. */
export async function expectSoundAtAnySize(page: Page): Promise<void> {
  await expectSound(page)
  const viewport = page.viewportSize()
  await page.setViewportSize(PHONE)
  await expectNoViolation(page, 'dark')
  await expectNoOverflow(page)
  if (viewport) await page.setViewportSize(viewport)
}

async function expectNoViolation(page: Page, colorScheme: string, rules?: string[]): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: RunOptions = {
    // What passes is counted and not described, which is most of the work.
    resultTypes: ['violations'],
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
