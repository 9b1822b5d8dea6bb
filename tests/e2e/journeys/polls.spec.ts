// A poll: asked with a discussion, voted in, changed, and read without JavaScript.
import { chooseMore } from '../discussions.ts'
import { expect, test } from '../fixtures.ts'
import { enterAs, enterAsNewMember, newcomer, signUpByApi } from '../people.ts'
import { expectSoundAtAnySize } from '../sound.ts'

test('a member asks a poll with a discussion, another votes and changes the vote, and everybody reads the result', async ({
  page,
  otherBrowser,
}) => {
  await enterAsNewMember(page, newcomer('asha'), '/new-discussion?category=insurance')
  await page.getByRole('textbox', { name: 'Title' }).fill(`How do you pay premiums ${Date.now()}`)
  // Long enough for React to move the parts after it to the end of the page, where only a script finds them.
  await page
    .getByRole('textbox', { name: 'Content' })
    .fill('I pay by the year, and wonder about you. '.repeat(330))
  await page.getByRole('button', { name: 'Add a poll' }).click()
  const question = page.getByRole('textbox', { name: 'Question of the poll' })
  await question.fill('How often do you pay?')
  await page.getByRole('textbox', { name: 'Option 1' }).fill('By the yaer')
  await expectSoundAtAnySize(page)
  // The draft has the poll, too.
  await page.reload()
  await expect(question).toHaveValue('How often do you pay?')
  await page.getByRole('button', { name: 'Start Discussion' }).click()
  const second = page.getByRole('textbox', { name: 'Option 2' })
  await expect(second).toHaveAccessibleDescription(/^A poll has 2 to 10 different options/)
  await expect(second).toBeFocused()
  await second.fill('हर महीने <script>')
  await page.getByRole('button', { name: 'Add an option' }).click()
  await page.getByRole('textbox', { name: 'Option 3' }).fill('Never')
  await page.getByRole('button', { name: 'Remove option 3' }).click()
  await page.getByRole('button', { name: 'Start Discussion' }).click()
  await expect(page).toHaveURL(/forums\/insurance\/how-do-you-pay/)
  const path = new URL(page.url()).pathname

  // Nobody has voted yet.
  await chooseMore(page, 'opening post', 'Correct the poll')
  await page.getByRole('textbox', { name: 'Option 2' }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A poll has 2 to 10 different options')).toBeVisible()
  await page.getByRole('textbox', { name: 'Option 2' }).fill('हर महीने <script>')
  await page.getByRole('textbox', { name: 'Option 1' }).fill('By the year')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Poll corrected')).toBeVisible()

  const reader = await (await otherBrowser({ javaScriptEnabled: false })).newPage()
  await reader.goto(path)
  const poll = reader.getByRole('region', { name: 'How often do you pay?' })
  await expect(poll.getByRole('listitem')).toContainText(['By the year', 'हर महीने <script>'])
  await expect(poll).toContainText('No votes yet · closes on')
  await expect(poll.getByRole('link', { name: 'Sign in to vote' })).toBeVisible()
  await expect(poll.getByRole('button')).toHaveCount(0)

  const other = await (await otherBrowser()).newPage()
  await enterAs(other, await signUpByApi(newcomer('bala')), path)
  const options = other.getByRole('region', { name: 'How often do you pay?' }).getByRole('listitem')
  await other.getByRole('button', { name: 'Vote: By the year' }).dblclick()
  await expect(options.first()).toContainText('Your vote')
  await expect(options.first()).toContainText('1 vote · 100%')
  await expectSoundAtAnySize(other)
  await other.getByRole('button', { name: 'Vote: हर महीने <script>' }).focus()
  await other.keyboard.press('Enter')
  await expect(options.nth(1)).toContainText('Your vote')
  await expect(options.first()).toContainText('0 votes · 0%')
  await other.reload()
  await expect(options.nth(1)).toContainText('Your vote')

  // Whoever may vote chooses before the results, or asks for them.
  await page.reload()
  const undecided = page.getByRole('region', { name: 'How often do you pay?' })
  await expect(undecided.getByRole('button', { name: /^Vote: / })).toHaveCount(2)
  await expect(undecided.getByText('100%')).toBeHidden()
  await undecided.getByRole('button', { name: 'Show results' }).click()
  await expect(undecided.getByText('100%')).toBeVisible()
  await page.getByRole('button', { name: 'Vote: By the year' }).click()
  await expect(page.getByText('2 votes in all')).toBeVisible()
  await page.getByRole('button', { name: 'Take back: By the year' }).click()
  await expect(page.getByText('1 vote in all')).toBeVisible()
})

test('a discussion whose poll is refused is public, and says so', async ({ page, noise }) => {
  // 409: the page that Undo leaves marks what is gone as read.
  noise.expect(/status of (400|409)/)
  await enterAsNewMember(page, newcomer('asha'), '/new-discussion?category=insurance')
  await page.getByRole('textbox', { name: 'Title' }).fill(`A poll that is refused ${Date.now()}`)
  await page.getByRole('textbox', { name: 'Content' }).fill('I pay by the year, and wonder about you.')
  await page.getByRole('button', { name: 'Add a poll' }).click()
  await page.getByRole('textbox', { name: 'Question of the poll' }).fill('How often do you pay?')
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Yearly')
  await page.getByRole('textbox', { name: 'Option 2' }).fill('Monthly')
  const reason = 'Polls are closed for today.'
  await page.route('**/rest/v1/polls*', (route) =>
    route.fulfill({ status: 400, json: { code: 'PT400', message: reason, details: null, hint: null } }),
  )
  await page.getByRole('button', { name: 'Start Discussion' }).click()
  await expect(page).toHaveURL(/forums\/insurance\/a-poll-that-is-refused/)
  await expect(page.getByText('Discussion created!')).toBeVisible()
  await expect(page.getByText(`But its poll was not asked: ${reason}`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Question of the poll' })).toHaveValue(
    'How often do you pay?',
  )
})
