// Checks for every screen and state: no axe violation, and no horizontal overflow. axe.spec.ts checks each screen; a journey the
// states that a screen has only within it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { FIRST_ROWS } from '../../shared/page-contract.ts'
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
  // The first rows are the server's until the page has its own.
  await expect(page.locator(`#${FIRST_ROWS} > *`)).toHaveCount(0)
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

/** A window of 1280x1024 at 400 %: bars would cover much of it. */
const LOW_PHONE = { width: 320, height: 256 }
/** A screen with more stops, such as a long table, is walked so far. */
const MOST_STOPS = 40

type Stop = { name: string; place: string; goal: string; isSeen: boolean; isLast: boolean }

/** What is done to whom the name says, wherever the button is. */
const NAMES_ITS_GOAL = /^(Unmute|Mute|Unfollow|Follow) /

/**
 * Walks through the screen by the Tab key, on a low and narrow phone: nothing is beyond its edge, no stop is hidden behind a
 * bar, the focus is not on nothing before the last control, and no two controls that do different things have one name.
 */
export async function expectTabStops(page: Page): Promise<void> {
  const viewport = page.viewportSize()
  await page.setViewportSize(LOW_PHONE)
  await settled(page)
  await expectNoOverflow(page)
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const stops: Stop[] = []
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(stopHere)
    if (!stop) break
    stops.push(stop)
  }
  const [isWhole, last] = [stops.length < MOST_STOPS, stops.at(-1)]
  expect(isWhole && !last?.isLast ? last : null, `where the focus was lost at ${page.url()}`).toBeNull()
  expect(
    stops.filter(({ isSeen }) => !isSeen),
    `hidden focus at ${page.url()}`,
  ).toEqual([])
  const named = stops.filter(({ name }) => name !== '' && !NAMES_ITS_GOAL.test(name))
  // Each control once.
  const controls = new Map(named.map((stop) => [`${stop.place}: ${stop.name}, ${stop.goal}`, stop]))
  const same = Map.groupBy(controls.keys(), (key) => {
    const { place = '', name = '' } = controls.get(key) ?? {}
    return `${place}: ${name}`
  })
  expect(
    [...same.values()].filter((keys) => keys.length > 1),
    `one name for different acts at ${page.url()}`,
  ).toEqual([])
  if (viewport) await page.setViewportSize(viewport)
}

/** Runs in the page. @returns null if nothing has the focus */
async function stopHere(): Promise<Stop | null> {
  const { activeElement: element, body } = document
  if (!element || element === body) return null
  const isShown = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [
      [0.5, 0.5],
      [0.05, 0.5],
      [0.95, 0.5],
      [0.5, 0.05],
      [0.5, 0.95],
    ].some(([right = 0, down = 0]) => {
      const there = document.elementFromPoint(x + width * right, y + height * down)
      return there && (element.contains(there) || there.contains(element) || there.closest('label'))
    })
  }
  // Rows that scroll sideways take some frames to scroll to the focus.
  const FRAMES = 30
  for (let frame = 0; frame < FRAMES && (frame === 0 || !isShown()); frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const all = [...body.querySelectorAll('a[href], button')].filter((one) => one.checkVisibility())
  // A link leads somewhere; a button does what it does where it is.
  const isLink = element instanceof HTMLAnchorElement
  const goal = isLink ? element.href : `control ${all.indexOf(element)}`
  // Screen readers tell the named thing around a control, such as a reply or a navigation, and whether it is a link.
  const around = element.parentElement?.closest('[aria-label], [aria-labelledby]')
  const label = around?.getAttribute('aria-label') ?? around?.getAttribute('aria-labelledby') ?? 'page'
  const place = `${isLink ? 'link' : 'control'} in ${label}`
  return { name, place, goal, isSeen: isShown(), isLast: element === all.at(-1) }
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
