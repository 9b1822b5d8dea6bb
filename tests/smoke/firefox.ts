// npm run smoke:firefox: the main journeys in Firefox ESR, over WebDriver BiDi: read, join, post, reply, chat, search.
// Not part of npm test, which drives Chromium alone. Debian's package is firefox-esr; FIREFOX names another program.
import { existsSync } from 'node:fs'
import puppeteer, { type Page } from 'puppeteer-core'
import { startServer } from '../support/server.ts'

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr'
const WITHIN_MS = 20_000

if (!existsSync(FIREFOX)) {
  console.error(`${FIREFOX} is not there: install firefox-esr, or set FIREFOX to the program's path`)
  process.exit(1)
}

const site = await startServer({ SEED: 'sample' })
const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true })
const problems: string[] = []
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(WITHIN_MS)
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`uncaught: ${String(error)}`))
  for (const [what, journey] of Object.entries(journeys(page))) {
    await journey()
    console.log(`✓ ${what}`)
  }
} catch (error) {
  problems.push(String(error))
} finally {
  await browser.close()
  await site.stop()
}
for (const problem of problems) console.error(`✗ ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1

function journeys(page: Page): Record<string, () => Promise<void>> {
  const open = (path: string) => page.goto(site.url + path, { waitUntil: 'load' })
  const named = (role: string, name: string) => page.locator(`::-p-aria([name="${name}"][role="${role}"])`)
  const see = async (text: string) => void (await page.locator(`::-p-text(${text})`).wait())
  const username = `smoke-${Date.now().toString(36)}`
  return {
    'a guest reads a discussion': async () => {
      await open('/forums/ipos')
      await page.locator('main h3 a[href^="/forums/ipos/"]').click()
      await page.waitForFunction(() => /-[0-9a-f]{8}$/.test(location.pathname))
      await page.locator('main h1').wait()
    },
    'a newcomer joins': async () => {
      await open('/signup')
      await named('textbox', 'Username').fill(username)
      await named('textbox', 'E-mail').fill(`${username}@example.com`)
      const [password, confirmation] = await page.$$('main input[type="password"]')
      await password?.type('plum sky harbour')
      await confirmation?.type('plum sky harbour')
      await page.locator('main input[type="checkbox"]').click()
      await named('button', 'Create Account').click()
      await see('Account created!')
    },
    'the member starts a discussion': async () => {
      await open('/new-discussion?category=ipos')
      await named('textbox', 'Title').fill('Does this work in Firefox as well?')
      await page.locator('main [contenteditable="true"]').fill('It should, from the first word to the last.')
      await named('button', 'Start Discussion').click()
      await see('Discussion created!')
      await page.waitForFunction(() => location.pathname.startsWith('/forums/ipos/does-this-work'))
    },
    'and replies': async () => {
      await named('button', 'Reply to Discussion').click()
      await page.locator('main [contenteditable="true"]').fill('It does.')
      await named('button', 'Post Reply').click()
      await see('Reply posted!')
      await see('It does.')
    },
    'and writes in the chat': async () => {
      await open('/chat')
      await see('Live')
      await named('textbox', 'Message').fill('Hello from another engine')
      await page.keyboard.press('Enter')
      await page.locator('[role="log"] ::-p-text(Hello from another engine)').wait()
    },
    'and finds the discussion': async () => {
      await open('/search?q=firefox')
      await page.locator('main a[href^="/forums/ipos/does-this-work"]').wait()
    },
  }
}
