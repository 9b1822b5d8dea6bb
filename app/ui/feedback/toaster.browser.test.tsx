import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { toast } from './toast.ts'
import Toaster from './toaster.tsx'

test('one toast is visible at a time, the newest', async () => {
  await render(<Toaster />)
  toast({ title: 'First' })
  await expect.element(page.getByText('First')).toBeVisible()
  toast({ title: 'Second' })
  await expect.element(page.getByText('Second')).toBeVisible()
  const first = page.getByText('First').query()?.closest('[data-sonner-toast]')
  expect(first?.getAttribute('data-visible') ?? 'false').toBe('false')
})

test('whoever pressed the action and writes on keeps the focus when the toast goes', async () => {
  const undone = vi.fn()
  await render(
    <>
      <button type="button">Follow</button>
      <input aria-label="Your reply" />
      <Toaster />
    </>,
  )
  await page.getByRole('button', { name: 'Follow' }).click()
  toast({ title: 'Not followed', action: { label: 'Undo', onClick: undone } })
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(undone).toHaveBeenCalledOnce()
  await page.getByLabelText('Your reply').click()
  await expect.element(page.getByText('Not followed')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Your reply')).toHaveFocus()
})

test('the focus goes where it is led from a toast', async () => {
  await render(
    <>
      <button type="button">Follow</button>
      <input aria-label="Your reply" />
      <Toaster />
    </>,
  )
  await page.getByRole('button', { name: 'Follow' }).click()
  toast({ title: 'Not followed', action: { label: 'Undo', onClick: () => undefined } })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  ;(page.getByRole('button', { name: 'Undo' }).element() as HTMLElement).focus()
  await page.getByLabelText('Your reply').click()
  await expect.element(page.getByLabelText('Your reply')).toHaveFocus()
})

test('the focus returns from a toast whose action was pressed with a key', async () => {
  await render(
    <>
      <button type="button">Follow</button>
      <Toaster />
    </>,
  )
  await page.getByRole('button', { name: 'Follow' }).click()
  toast({ title: 'Not followed', action: { label: 'Undo', onClick: () => undefined } })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  ;(page.getByRole('button', { name: 'Undo' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Follow' })).toHaveFocus()
})
