// The editor with what is typed and pasted into it.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { RichText } from './rich-text.tsx'

async function opened() {
  let html = ''
  const screen = await render(
    <RichText
      initial=""
      onChange={(changed) => {
        html = changed
      }}
      className=""
      labelId="label"
      invalid={false}
    />,
  )
  await expect.element(screen.getByRole('textbox').first()).toBeVisible()
  const field = screen.container.querySelector('.ProseMirror') ?? screen.container
  await userEvent.click(field)
  const paste = (data: Record<string, string>) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }
  const note = () => screen.container.querySelector('[role=alert]')?.textContent
  return { note, paste, html: () => html.replaceAll(' rel="nofollow ugc noopener"', '') }
}

test('an address that is typed becomes a link without the signs around it', async () => {
  const { html } = await opened()
  await userEvent.keyboard('See (https://x/a), done sir.In short')
  await expect.poll(html).toBe('<p>See (<a href="https://x/a">https://x/a</a>), done sir.In short</p>')
})

test('a message is pasted with its lists, emphasis and addresses', async () => {
  const { paste, html } = await opened()
  paste({ 'text/plain': '*Plan* for https://x/a.\n- one\n- _two_' })
  await expect
    .poll(html)
    .toBe(
      '<p><strong>Plan</strong> for <a href="https://x/a">https://x/a</a>.</p><ul><li><p>one</p></li><li><p><em>two</em></p></li></ul>',
    )
})

test('a list of Word is pasted as one', async () => {
  const { paste, html } = await opened()
  const item = (list: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l${list} level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`
  paste({
    'text/html': `<html><body>${item(0, '·', 'First')}${item(0, '·', 'Second')}${item(1, '3.', 'Numbered')}</body></html>`,
    'text/plain': 'x',
  })
  await expect
    .poll(html)
    .toBe('<ul><li><p>First</p></li><li><p>Second</p></li></ul><ol start="3"><li><p>Numbered</p></li></ol>')
})

test('a picture of another site is left out with a note, an address over a selection is its link', async () => {
  const { note, paste, html } = await opened()
  paste({ 'text/html': '<p>word</p><img src="https://other.example/x.png">' })
  await expect.poll(note).toContain('A picture from another site was left out.')
  await expect.poll(html).toBe('<p>word</p>')
  await userEvent.keyboard('{Control>}a{/Control}')
  paste({ 'text/plain': 'www.x.com' })
  await expect.poll(html).toBe('<p><a href="https://www.x.com">word</a></p>')
  await expect.poll(note).toBe('')
})
