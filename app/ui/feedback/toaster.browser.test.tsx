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

test('a toast with two buttons stands above what is pinned to the bottom', async () => {
  const noted = vi.fn()
  const reminded = vi.fn()
  await render(
    <>
      <div style={{ position: 'fixed', inset: 'auto 0 0', height: 120 }}>
        <p>A composer</p>
      </div>
      <Toaster />
    </>,
  )
  toast({
    title: 'Bookmarked',
    action: { label: 'Remind me tomorrow', onClick: reminded },
    secondAction: { label: 'Add note', onClick: noted },
  })
  const shown = page.getByText('Bookmarked')
  await expect.element(shown).toBeVisible()
  const bottom = () => shown.query()?.closest('[data-sonner-toast]')?.getBoundingClientRect().bottom ?? 0
  // It travels from below.
  await expect.poll(bottom).toBeLessThanOrEqual(window.innerHeight - 120)
  expect(bottom()).toBeGreaterThan(window.innerHeight / 2)
  await page.getByRole('button', { name: 'Add note' }).click()
  expect([reminded.mock.calls.length, noted.mock.calls.length]).toEqual([0, 1])
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

test.each([
  ['before', 'Follow'],
  ['after', 'Undo'],
])('the focus returns from a toast though the window lost it %s the toast got it', async (_, left) => {
  await render(
    <>
      <button type="button">Follow</button>
      <Toaster />
    </>,
  )
  const button = (name: string) => page.getByRole('button', { name }).element() as HTMLElement
  await page.getByRole('button', { name: 'Follow' }).click()
  toast({ title: 'Not followed', action: { label: 'Undo', onClick: () => undefined } })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  button(left).focus()
  // What a browser does: the event of the window comes while the element is still the active one, and a focus set then is told when the window returns.
  window.dispatchEvent(new FocusEvent('blur'))
  const silent = (event: Event) => event.stopImmediatePropagation()
  for (const type of ['focusin', 'focusout']) window.addEventListener(type, silent, { capture: true })
  button('Undo').focus()
  for (const type of ['focusin', 'focusout']) window.removeEventListener(type, silent, { capture: true })
  button('Undo').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Follow' })).toHaveFocus()
})
