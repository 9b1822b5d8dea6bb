import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MenuButton } from './menu-button.tsx'

test('an arrow opens it; pressing another field leaves the focus there', async () => {
  await render(
    <div style={{ padding: 40 }}>
      <input aria-label="Elsewhere" style={{ display: 'block', marginBottom: 300 }} />
      <MenuButton label="Acts" items={[{ label: 'Hide', onSelect: () => {} }]}>
        …
      </MenuButton>
    </div>,
  )
  const button = page.getByRole('button', { name: 'Acts' })
  button.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'Hide' })).toHaveFocus()
  await page.getByLabelText('Elsewhere').click()
  await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Elsewhere')).toHaveFocus()
  button.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'Hide' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
})
