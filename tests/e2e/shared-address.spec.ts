// Many people behind one address, as on mobile networks: the sixth sign-up works like the first.
import { expect, test } from './fixtures.ts'
import { startOwnSite } from './own-site.ts'
import { fillSignUp, newcomer, sendSignIn, signUpByApi } from './people.ts'

test('the sixth visitor behind one address signs up and in without seeing a captcha', async ({
  page,
  noise,
}) => {
  test.setTimeout(300_000)
  // The responses that require a proof of work.
  noise.expect(/status of 429/)
  const { site } = await startOwnSite({ SEED: 'none', RATE_LIMITS: 'on' })
  try {
    for (let i = 0; i < 4; i += 1) await signUpByApi(newcomer(), site)
    const asha = newcomer()
    await page.goto(`${site.url}/signup`)
    await fillSignUp(page, asha)
    await page.getByRole('checkbox', { name: /^I agree/ }).check()
    const asked = page.waitForResponse((answer) => answer.status() === 429)
    await page.getByRole('button', { name: 'Create Account' }).click()
    expect(await (await asked).json()).toMatchObject({ code: 'captcha_failed' })
    await expect(page.getByText('Account created!')).toBeVisible()

    // Six wrong passwords from the same address, then the right one.
    for (let i = 0; i < 6; i += 1) {
      await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: site.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: newcomer().email, password: 'a wrong guess' }),
      })
    }
    // From a document without scripts, which sends no request of the member who is being forgotten.
    await page.goto(`${site.url}/robots.txt`)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site.url}/signin`)
    await sendSignIn(page, asha)
    await page.locator('html[data-session]').waitFor()
  } finally {
    await page.goto('about:blank')
    await site.stop()
  }
})
