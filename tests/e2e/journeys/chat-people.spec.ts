// Who writes in the live chat: anonymous messages, members under their own names, and replies.
import { startServer } from '../../support/server.ts'
import { box, giveName, messages, messagesOf, openChat, say, unique } from '../chat.ts'
import { expect, test } from '../fixtures.ts'
import { runSql } from '../own-site.ts'
import { enterAsNewMember, newcomer, signUpByPage } from '../people.ts'
import { expectSound, expectSoundAtAnySize } from '../sound.ts'

test('only an administrator, who may also delete it, can find out who wrote an anonymous message', async ({
  page,
  otherBrowser,
  noise,
}) => {
  noise.expect(/status of 422/)
  const site = await startServer({ SEED: 'none' })
  try {
    // The author, in a browser whose traffic is not recorded.
    const asha = newcomer('asha')
    await signUpByPage(page, asha, `${site.url}/signup`)
    const ashaId = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('arthachowk-session') ?? '{}') as { user: { id: string } }).user.id,
    )

    // The administrator, who also receives the same socket messages as a member.
    const admin = await (await otherBrowser()).newPage()
    await signUpByPage(admin, newcomer('meera'), `${site.url}/signup`)
    await admin.goto(site.adminLink ?? '')
    await admin.getByRole('button', { name: 'Become administrator' }).click()
    await expect(admin.getByText('You are an administrator')).toBeVisible()

    // A guest, whose socket messages and responses are recorded.
    const guest = await (await otherBrowser()).newPage()
    const heard: string[] = []
    guest.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => heard.push(payload.toString())),
    )
    guest.on('response', (response) => {
      if (/chat|rest/.test(response.url()))
        void response.text().then(
          (text) => heard.push(text),
          () => undefined,
        )
    })
    await openChat(guest, `${site.url}/chat`)
    await openChat(admin, `${site.url}/chat`)

    await openChat(page, `${site.url}/chat`)
    const open = unique('Under my own name')
    await say(page, open)
    await expect(messages(guest).getByText(open)).toBeVisible()
    await expect(messages(guest).getByRole('link', { name: asha.username })).toBeVisible()
    heard.length = 0

    await page.getByRole('checkbox', { name: 'Send anonymously' }).check()
    const secret = unique('My cousin sells insurance to our whole family')
    await say(page, secret)
    await expect(page.getByRole('alert')).toHaveText('Please enter a username to chat anonymously')
    await giveName(page, asha.username.toUpperCase())
    await say(page, secret)
    await expect(page.getByRole('alert').first()).toHaveText(
      'That name belongs to a member. Please choose another.',
    )
    await page.getByLabel('Username').fill('Quiet One')
    await page.getByLabel('Username').press('Enter')
    await expect(messages(guest).getByText(secret)).toBeVisible()
    await expect(messages(guest).getByText('Quiet One')).toBeVisible()

    const wire = heard.filter((text) => text.includes(secret))
    expect(wire.length, 'the guest heard of it, or this proves nothing').toBeGreaterThan(0)
    for (const text of wire) expect(text.slice(text.indexOf(secret) - 400)).not.toContain(ashaId)
    const rows = await messagesOf(site, secret)
    expect(rows).toMatchObject([{ user_id: null, username: 'Quiet One', is_anonymous: true }])
    expect(JSON.stringify(rows)).not.toContain(ashaId)
    expect(JSON.stringify(rows)).not.toContain(asha.username)
    const html = await (await fetch(`${site.url}/chat`)).text()
    const there = html.indexOf(secret)
    expect(there).toBeGreaterThan(0)
    expect(html.slice(html.lastIndexOf('data-message', there), there + secret.length)).not.toContain(
      asha.username,
    )

    // The administrator begins a discussion with what was said.
    for (const text of [open, secret]) {
      const said = messages(admin).locator('[data-message]').filter({ hasText: text })
      await said.getByText(text).click()
      await said.getByRole('button', { name: /^Choose the message/ }).click()
      await said.getByText(text).click()
    }
    await expect(admin.getByText('2 messages chosen')).toBeVisible()
    await admin.getByRole('button', { name: 'Make a discussion' }).click()
    const draft = admin.getByRole('textbox', { name: 'Content' })
    await expect(draft.getByRole('blockquote')).toHaveText([`${asha.username}${open}`, `Quiet One${secret}`])
    await admin.goBack()

    // The administrator reveals the author and deletes the message; the other browsers remove it.
    const row = messages(admin).locator('[data-message]').filter({ hasText: secret })
    await row.getByText(secret).click()
    await row.getByRole('button', { name: 'Who wrote the message by Quiet One' }).click()
    await expect(admin.getByRole('dialog')).toContainText(`Quiet One is ${asha.username}`)
    await admin.keyboard.press('Escape')
    await row.getByRole('button', { name: /^Delete the message/ }).click()
    await expect(admin.getByRole('dialog')).toContainText('This action cannot be undone.')
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete Message' }).click()
    await expect(messages(admin).getByText(secret)).toHaveCount(0)
    await expect(messages(guest).getByText(secret)).toHaveCount(0)
    await expect(messages(guest).getByText(open)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Delete the message/ })).toHaveCount(0)

    // Then rooms: what is said in one stays in it.
    await runSql(site, `insert into public.forum_categories (name, slug) values ('IPOs', 'ipos')`)
    await admin.goto(`${site.url}/admin/settings`)
    await admin.getByRole('checkbox', { name: 'Chat rooms' }).check()
    await admin.getByRole('button', { name: 'Save Settings' }).click()
    await expect(admin.getByText('Settings saved')).toBeVisible()
    await openChat(guest, `${site.url}/chat`)
    await guest.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'IPOs' }).click()
    await expect(guest).toHaveTitle(/Live Chat: IPOs/)
    await expect(messages(guest).getByText(open)).toHaveCount(0)
    const inside = unique('Allotment is out')
    await say(guest, inside)
    await giveName(guest, 'Owl')
    await say(guest, inside)
    await expect(messages(guest).getByText(inside)).toBeVisible()
    await expectSound(guest)
    const outside = unique('Back to everybody')
    await page.getByRole('checkbox', { name: 'Send anonymously' }).uncheck()
    await say(page, outside)
    await expect(messages(page).getByText(outside)).toBeVisible()
    await expect(messages(page).getByText(inside)).toHaveCount(0)
    await expect(messages(guest).getByText(outside)).toHaveCount(0)
    await guest.reload()
    await expect(messages(guest).getByText(inside)).toBeVisible()
  } finally {
    await site.stop()
  }
})

test('a member writes under the own name, is shown as present, edits, gets a reaction, and can be reported', async ({
  page,
  otherBrowser,
}) => {
  const bala = newcomer('bala')
  await enterAsNewMember(page, bala, '/chat')
  await expect(page.getByText(`Chatting as ${bala.username}`)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Send anonymously' })).not.toBeChecked()
  const text = unique('Good morning')
  await say(page, text)
  await expect(messages(page).getByText(text)).toBeVisible()

  const other = await (await otherBrowser()).newPage()
  await enterAsNewMember(other, newcomer('asha'), '/')
  // The front page is not hydrated until it is touched. Then its chat is live too.
  const panel = other.getByRole('region', { name: 'Live chat' })
  await panel.hover()
  await expect(panel.getByText(/\d+ online/)).toBeVisible()
  const second = unique('And to the front page')
  await say(page, second)
  await expect(panel.getByText(second)).toBeVisible()
  await panel.getByRole('link', { name: 'Join the live chat' }).click()
  await expect(messages(other).getByText(second)).toBeVisible()

  const own = messages(page).locator('[data-message]').filter({ hasText: second })
  await own.getByRole('button', { name: /^Edit your message/ }).press('Enter')
  const editor = page.getByRole('form', { name: 'Edit your message' }).getByLabel('Message')
  await expect(editor).toBeFocused()
  await editor.press('End')
  await editor.pressSequentially(', all of it')
  await editor.press('Enter')
  await expect(editor).toHaveCount(0)
  const seen = messages(other)
    .locator('[data-message]')
    .filter({ hasText: `${second}, all of it` })
  await expect(seen).toContainText('edited')

  await seen.getByText(second).click()
  await seen.getByRole('button', { name: /^React to the message/ }).press('Enter')
  await expectSoundAtAnySize(other)
  await other.getByRole('menuitemcheckbox', { name: 'Thanks' }).press('Enter')
  const given = seen.getByRole('button', { name: 'Thanks: 1 member' })
  await expect(given).toHaveAttribute('aria-pressed', 'true')
  const got = own.getByRole('button', { name: 'Thanks: 1 member' })
  await expect(got).toHaveAttribute('aria-pressed', 'false')
  await got.press('Enter')
  await expect(seen.getByRole('button', { name: 'Thanks: 2 members' })).toBeVisible()
  await own.getByRole('button', { name: 'Thanks: 2 members' }).press('Enter')
  await other.reload()
  await expect(given).toHaveAttribute('aria-pressed', 'true')
  await given.press('Enter')
  await expect(own.getByRole('list', { name: /^Reactions to/ })).toHaveCount(0)

  await seen.getByText(second).click()
  await seen.getByRole('button', { name: `Report the message by ${bala.username}` }).click()
  await expect(other.getByRole('dialog')).toBeVisible()
})

test('a guest replies to a member, who is mentioned, listed as online, and answers', async ({
  page,
  otherBrowser,
}) => {
  const bala = newcomer('bala')
  await enterAsNewMember(page, bala, '/chat')
  const question = unique('Who applied through UPI?')
  await say(page, question)

  const guest = await (await otherBrowser()).newPage()
  await openChat(guest)
  await guest.getByRole('button', { name: /online/ }).click()
  const online = guest.getByRole('dialog').getByRole('list', { name: 'Members online' })
  await expect(online.getByRole('link', { name: bala.username })).toBeVisible()
  await guest.keyboard.press('Escape')

  const row = messages(guest).locator('[data-message]').filter({ hasText: question })
  await row.getByText(question).click()
  await row.getByRole('button', { name: `Reply to ${bala.username}` }).click()
  await expect(box(guest)).toBeFocused()
  await expect(guest.getByText(`Replying to ${bala.username}: ${question}`)).toBeVisible()
  await expectSoundAtAnySize(guest)
  const text = unique('did, and you')
  await box(guest).pressSequentially(`I @${bala.username.slice(0, 4)}`)
  const choices = guest.getByRole('listbox', { name: 'Members to mention' })
  await expect(choices.getByRole('option', { name: bala.username })).toBeVisible()
  await guest.keyboard.press('Escape')
  await expect(choices).toBeHidden()
  await expect(guest.getByText('Replying to'), 'the first Escape closes the list only').toBeVisible()
  await box(guest).press('Backspace')
  await choices.getByRole('option', { name: bala.username }).click()
  await expect(box(guest)).toHaveValue(`I @${bala.username} `)
  await box(guest).pressSequentially(text)
  await box(guest).press('Enter')
  await giveName(guest, unique('Night Owl'))
  await box(guest).press('Enter')
  await expect(guest.getByText('Replying to')).toBeHidden()
  // The answer has the words of the question, too.
  const asked = row.first()
  await asked.getByText(question).click()
  await asked.getByRole('button', { name: `Report the message by ${bala.username}` }).click()
  const report = guest.getByRole('dialog', { name: 'Report this message' })
  await report.getByLabel('Off-topic').check()
  await report.getByRole('button', { name: 'Send Report' }).click()
  await expect(guest.getByText('Report sent')).toBeVisible()
  // The address of the message leads to it; one that is gone says so.
  const id = await asked.getAttribute('data-message')
  await guest.goto(`/chat?id=${id}`)
  await expect(asked).toBeFocused()
  await guest.goto(`/chat?id=${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`)
  await expect(guest.getByText('That message is older than 12 hours or was deleted.')).toBeVisible()

  const answer = messages(page).locator('[data-message]').filter({ hasText: text })
  await expect(answer).toContainText('Mentions you.')
  await answer.getByRole('button', { name: `Reply to ${bala.username} ${question}` }).click()
  await expect(messages(page).locator('[data-message]').filter({ hasText: question }).first()).toBeFocused()
  await page.reload()
  await expect(answer, 'the page has it without a script, too').toContainText(question)

  // A guest's mention rings no bell; a member's does.
  const asha = newcomer('asha')
  const other = await (await otherBrowser()).newPage()
  await enterAsNewMember(other, asha, '/chat')
  await say(other, unique(`Ask @${bala.username} about it`))
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const told = page.getByRole('link', { name: `${asha.username} mentioned you in the live chat` })
  await expect(told).toHaveAttribute('href', '/chat')
})
