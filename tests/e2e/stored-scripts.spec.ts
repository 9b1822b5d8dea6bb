// A script payload is stored in every text field (scripts-everywhere.ts), and every page that shows one is opened and
// its events are fired: no script runs even with the Content-Security-Policy off, so sanitising and rendering protect
// by themselves. A script that got past both is stopped by the policy. Mutation-tested: with the sanitiser off, a
// discussion's first page runs the payloads of its replies.
import type { Page } from '@playwright/test'
import { ALARM } from '../attacks/corpora.ts'
import { startServer } from '../support/server.ts'
import { expect, test } from './fixtures.ts'
import { runSql, startOwnSite } from './own-site.ts'
import { enterAs, newcomer, signUpByApi } from './people.ts'
import { storeScripts } from './scripts-everywhere.ts'
import { settled } from './sound.ts'

/** The addresses are visited in as many pages. */
const PAGES_AT_ONCE = 3

/** Inline handlers, script addresses and injected scripts of the page, and whether a payload ran. */
async function inspect(page: Page): Promise<string[]> {
  return page.evaluate((alarm) => {
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) found.push(`${element.tagName} ${name}`)
        const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'srcdoc'].includes(
          name,
        )
        // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them before a scheme
        if (isAddress && /^[\u0000-\u0020]*(javascript|vbscript|data:text)/i.test(value)) {
          found.push(`${element.tagName} ${name}=${value.slice(0, 80)}`)
        }
      }
    }
    for (const script of document.scripts) {
      const isData = script.type === 'application/ld+json'
      if (!isData && script.text.startsWith(alarm)) found.push(`script ${script.text.slice(0, 80)}`)
    }
    // Handlers that need an interaction.
    for (const element of document.querySelectorAll('main *')) {
      for (const kind of [
        'pointerover',
        'mouseover',
        'mousemove',
        'focus',
        'toggle',
        'animationstart',
        'input',
      ]) {
        element.dispatchEvent(new Event(kind))
      }
    }
    const { alarms } = window as unknown as { alarms: unknown[] }
    return [...found, ...alarms.map((what) => `ran: ${String(what)}`)]
  }, ALARM)
}

test('a stored script payload runs on no page, even without the policy', async ({ otherBrowser, noise }) => {
  test.setTimeout(120_000)
  const context = await otherBrowser({ bypassCSP: true })
  // Addresses of images that do not exist.
  noise.expect(/Failed to load resource/)
  const site = await startServer()
  const mallory = { ...newcomer(), username: 'mallory' }
  const admin = await signUpByApi(mallory, site)
  await runSql(site, `insert into public.user_roles (user_id, role) values ('${admin.userId}', 'admin')`)
  try {
    await context.addInitScript((alarm) => {
      const alarms: unknown[] = []
      Object.assign(window, { alarms, [alarm]: (what: unknown) => alarms.push(what ?? 'called') })
      for (const name of ['alert', 'confirm', 'prompt'] as const)
        window[name] = () => void alarms.push(name) as never
    }, ALARM)
    const addresses = await storeScripts(site, admin.userId)
    const left = addresses.values()
    const visit = async () => {
      const page = await context.newPage()
      await enterAs(page, admin, `${site.url}/healthz`)
      const problems: string[] = []
      for (const address of left) {
        const answer = await page.goto(site.url + address)
        expect(answer?.status(), address).toBeLessThan(400)
        await settled(page)
        problems.push(...(await inspect(page)).map((problem) => `${address}: ${problem}`))
      }
      return problems
    }
    expect((await Promise.all(Array.from({ length: PAGES_AT_ONCE }, visit))).flat()).toEqual([])

    // The premise: an unsanitised payload is detected.
    const [page] = context.pages()
    await page?.evaluate((alarm) => {
      document.body.insertAdjacentHTML('beforeend', `<img src="data:," onerror="${alarm}(1)">`)
    }, ALARM)
    const ran = () => page?.evaluate(() => (window as unknown as { alarms: unknown[] }).alarms.length)
    await expect.poll(ran).toBe(1)
  } finally {
    for (const page of context.pages()) await page.goto('about:blank')
    await site.stop()
  }
})

// A row that bypassed the sanitiser, as after another vulnerability or a restored dump.
test('a script in a row, or injected into the page, runs only with the policy off', async ({
  otherBrowser,
  noise,
}) => {
  noise.expect(/Content Security Policy/)
  const { site, admin } = await startOwnSite()
  await runSql(
    site,
    `insert into public.forum_categories (name, slug) values ('IPOs', 'ipos');
     insert into public.threads (title, content, author_id, category_id)
     select 'How are gains taxed?', '<p>Words</p><script>window.stolen = true</script>', '${admin.userId}', id
     from public.forum_categories where slug = 'ipos';`,
  )
  const pages: Page[] = []
  try {
    for (const hasPolicy of [true, false]) {
      const page = await (await otherBrowser({ bypassCSP: !hasPolicy })).newPage()
      pages.push(page)
      await page.goto(`${site.url}/forums/ipos`)
      await page.getByRole('link', { name: 'How are gains taxed?' }).click()
      await page.getByRole('heading', { name: 'How are gains taxed?' }).waitFor()
      // Loaded by its address, so that the browser parses the script in the HTML; twice, so that one page is cached.
      for (let visit = 0; visit < 2; visit += 1) {
        const answer = await page.goto(page.url())
        expect(await answer?.text(), 'it is there').toContain('<script>window.stolen = true</script>')
        // By then the page's own scripts, before and after it, have run.
        await page.locator('html[data-script]').waitFor()
        await page.waitForLoadState('load')
        expect(await page.evaluate(() => 'stolen' in window)).toBe(!hasPolicy)
      }
      // A broken image runs its inline handler first, and then the listener of this test.
      const ran = await page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            document.body.insertAdjacentHTML(
              'beforeend',
              '<img src="data:," onerror="window.alarmed = true">',
            )
            document.body.lastElementChild?.addEventListener('error', () => resolve('alarmed' in window))
          }),
      )
      expect(ran).toBe(!hasPolicy)
    }
  } finally {
    for (const page of pages) await page.goto('about:blank')
    await site.stop()
  }
})
