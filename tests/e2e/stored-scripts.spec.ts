// Every text that somebody can store is stored as a script would be (scripts-everywhere.ts), and every page that shows
// it is opened and prodded: no script runs. On the desktop with the site's Content-Security-Policy, on the phone with
// the policy switched off, where only what was written and how it is drawn protects.
// Broken on purpose it goes red: the sanitiser switched off, and a discussion's first page runs what is in its replies.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import postgres from 'postgres'
import { ALARM } from '../attacks/corpora.ts'
import { startServer } from '../support/server.ts'
import { expect, test } from './fixtures.ts'
import { runSql, startOwnSite } from './own-site.ts'
import { storeScripts } from './scripts-everywhere.ts'

/** What a page must not have, and whether anything ran. */
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
    // What waits for a hand.
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

test('what was stored as a script runs on no page', async ({ otherBrowser, noise, viewport }) => {
  test.setTimeout(300_000)
  const hasPolicy = (viewport?.width ?? 0) >= 640
  const page = await (await otherBrowser({ bypassCSP: !hasPolicy })).newPage()
  // Pictures that are none, and strings that a policy refuses at its own door.
  noise.expect(/Failed to load resource|Content Security Policy/)
  const site = await startServer({ SEED: 'none' })
  const sql = postgres({
    host: new URL(site.adminDatabaseUrl).searchParams.get('host') ?? '',
    user: 'postgres',
    database: 'arthachowk',
    max: 1,
  })
  try {
    await page.addInitScript((alarm) => {
      const alarms: unknown[] = []
      Object.assign(window, { alarms, [alarm]: (what: unknown) => alarms.push(what ?? 'called') })
      for (const name of ['alert', 'confirm', 'prompt'] as const)
        window[name] = () => void alarms.push(name) as never
    }, ALARM)
    const signUp = await fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `mallory-${randomBytes(4).toString('hex')}@example.com`,
        password: 'plum sky harbour',
        data: { username: 'mallory' },
      }),
    })
    const session = (await signUp.json()) as { user: { id: string } }
    await sql`insert into public.user_roles (user_id, role) values (${session.user.id}, 'admin')`
    const addresses = await storeScripts(site, session.user.id)
    await page.goto(`${site.url}/healthz`)
    await page.evaluate((kept) => localStorage.setItem('arthachowk-session', kept), JSON.stringify(session))

    const problems: string[] = []
    for (const address of addresses) {
      const answer = await page.goto(site.url + address)
      expect(answer?.status(), address).toBeLessThan(400)
      await page.locator('html[data-awake]').waitFor()
      await page.waitForLoadState('networkidle')
      problems.push(...(await inspect(page)).map((problem) => `${address}: ${problem}`))
    }
    expect(problems).toEqual([])

    // The alarm itself: what would have run without the care taken, and what the policy alone holds back.
    await page.evaluate((alarm) => {
      document.body.insertAdjacentHTML('beforeend', `<img src="data:," onerror="${alarm}(1)">`)
    }, ALARM)
    const ran = () => page.evaluate(() => (window as unknown as { alarms: unknown[] }).alarms.length)
    if (hasPolicy) await page.waitForLoadState('networkidle')
    await expect.poll(ran).toBe(hasPolicy ? 0 : 1)
  } finally {
    await sql.end()
    await page.goto('about:blank')
    await site.stop()
  }
})

// What the sanitiser never saw: a row written past it, as a hole elsewhere or a restored dump would.
test('a script that stands in a row runs only where the policy is off', async ({
  otherBrowser,
  noise,
  viewport,
}) => {
  const hasPolicy = (viewport?.width ?? 0) >= 640
  const page = await (await otherBrowser({ bypassCSP: !hasPolicy })).newPage()
  if (hasPolicy) noise.expect(/Content Security Policy/)
  const { site, admin } = await startOwnSite({ SEED: 'none' })
  try {
    await runSql(
      site,
      `insert into public.forum_categories (name, slug) values ('IPOs', 'ipos');
       insert into public.threads (title, content, author_id, category_id)
       select 'How are gains taxed?', '<p>Words</p><script>window.stolen = true</script>', '${admin.session.user.id}', id
       from public.forum_categories where slug = 'ipos';`,
    )
    await page.goto(`${site.url}/forums/ipos`)
    await page.getByRole('link', { name: 'How are gains taxed?' }).click()
    await page.getByRole('heading', { name: 'How are gains taxed?' }).waitFor()
    // By its address, so that the script is in the page that the browser parses; twice, so that it is a kept page too.
    for (let visit = 0; visit < 2; visit += 1) {
      const answer = await page.goto(page.url())
      expect(await answer?.text(), 'it is there').toContain('<script>window.stolen = true</script>')
      // The page's own scripts have run by then, which stand around it.
      await page.locator('html[data-script]').waitFor()
      await page.waitForLoadState('load')
      expect(await page.evaluate(() => 'stolen' in window)).toBe(!hasPolicy)
    }
  } finally {
    await page.goto('about:blank')
    await site.stop()
  }
})
