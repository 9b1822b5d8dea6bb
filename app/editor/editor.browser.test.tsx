// The editor with keys and its toolbar: tables, lists and collapsible parts; and what its length says.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Editor } from './editor.tsx'

/** Opens the editor. @returns its text field, and the HTML that it last gave */
async function open({ initial = '', max = 20_000 } = {}) {
  const given = { html: initial }
  const onChange = (html: string) => {
    given.html = html
  }
  await render(<Editor label="Your reply" initial={initial} max={max} onChange={onChange} autoFocus />)
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await expect.element(field).toHaveFocus()
  return { field, html: () => given.html }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

test.each([
  { size: 'wide screen', width: 1_280 },
  { size: 'phone', width: 390 },
])(
  'on a $size a table from the toolbar is written with the keyboard and taken out again',
  async ({ width }) => {
    await page.viewport(width, 800)
    const { field } = await open()
    const more = button('More').query()
    if (more?.checkVisibility()) await userEvent.click(more)
    const insert = button('Table')
    ;(insert.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('Year')
    const headers = () =>
      field
        .getByRole('columnheader')
        .elements()
        .map((cell) => cell.textContent)
    await expect.poll(headers).toEqual(['Year', '', ''])
    await expect.element(insert).toHaveAttribute('aria-disabled', 'true')
    const tool = (name: string) =>
      page.getByRole('group', { name: 'Table' }).getByRole('button', { name }).click()
    await tool('Delete column')
    await expect.poll(headers).toEqual(['', ''])
    await tool('Header row')
    await expect.poll(headers).toEqual([])
    await tool('Delete table')
    const tables = () => field.getByRole('table').elements().length
    await expect.poll(tables).toBe(0)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(tables).toBe(1)
  },
)

test('two items of a list become a collapsible part, and a list again', async () => {
  await page.viewport(1_280, 800)
  const { field, html } = await open()
  await button('Bulleted list').click()
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('one{Enter}two')
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  const collapsible = button('Collapsible part')
  await collapsible.click()
  await expect.element(collapsible).toHaveAttribute('aria-pressed', 'true')
  const items = (within: string) =>
    [...field.element().querySelectorAll(`${within} li`)].map((item) => item.textContent)
  await expect.poll(() => items('.collapsible')).toEqual(['one', 'two'])
  await collapsible.click()
  await expect.poll(() => field.element().querySelector('.collapsible')).toBeNull()
  expect(items('')).toEqual(['one', 'two'])
  expect(html()).toContain('<li><p>one</p></li><li><p>two</p></li>')
})

test('a text says how long it is from nine tenths on, and what is too many', async () => {
  const { field } = await open({ initial: `<p>${'x'.repeat(17)}</p>`, max: 20 })
  const note = () => {
    const id = field.element().getAttribute('aria-describedby')
    return id ? document.getElementById(id)?.textContent : ''
  }
  expect(note()).toBe('')
  await userEvent.keyboard('x')
  await expect.poll(note).toBe('18 of 20 characters')
  await userEvent.keyboard('xxx')
  await expect.poll(note).toBe('1 character too many')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await userEvent.keyboard('{Backspace}')
  await expect.poll(note).toBe('20 of 20 characters')
  await expect.element(field).not.toHaveAttribute('aria-invalid')
})
