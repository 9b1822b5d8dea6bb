import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { toast } from '../feedback/toast.ts'
import Toaster from '../feedback/toaster.tsx'
import { ConfirmDialog, Dialog } from './dialog.tsx'

function Opened({ onClose, children }: { onClose?: () => void; children?: React.ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <Dialog
      open={open}
      title="Edit"
      onClose={() => {
        onClose?.()
        setOpen(false)
      }}
    >
      <label>
        Words <input style={{ width: '60%' }} />
      </label>
      {children}
    </Dialog>
  )
}

const dialog = page.getByRole('dialog')
const words = page.getByLabelText('Words')

/** The pointer's events as a browser sends them, from `from` to `to`. */
function drag(from: Element, to: Element, at: { from: [number, number]; to: [number, number] }) {
  const event = (type: string, target: Element, [clientX, clientY]: [number, number]) =>
    target.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY }))
  event('pointerdown', from, at.from)
  event('pointerup', to, at.to)
  // The click goes to the common ancestor of both elements.
  event('click', from.contains(to) ? from : to.contains(from) ? to : document.body, at.to)
}

test('Escape closes, once', async () => {
  const onClose = vi.fn()
  await render(<Opened onClose={onClose} />)
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('an Escape that a part of the dialog used for itself closes nothing', async () => {
  await render(
    <Opened>
      <input
        aria-label="Mentions"
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.preventDefault()
        }}
      />
    </Opened>,
  )
  await page.getByLabelText('Mentions').click()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('a')
  await expect.element(page.getByLabelText('Mentions')).toHaveValue('a')
  await expect.element(dialog).toBeVisible()
})

test('a press on the backdrop closes; one that began in a field does not', async () => {
  await render(<Opened />)
  const element = dialog.element()
  const field = words.element()
  const { left, top } = element.getBoundingClientRect()
  drag(field, element, { from: [left + 20, top + 20], to: [left - 20, top + 20] })
  drag(element, field, { from: [left - 20, top + 20], to: [left + 20, top + 20] })
  await expect.element(dialog).toBeVisible()
  drag(element, element, { from: [left - 20, top + 20], to: [left - 20, top + 20] })
  await expect.element(dialog).not.toBeInTheDocument()
})

test('neither Escape nor a click on the backdrop discards typed text', async () => {
  await render(<Opened />)
  await words.fill('An hour of work')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('What you typed is not saved.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await expect.element(words).toHaveValue('An hour of work')
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  const element = dialog.element()
  const at: [number, number] = [element.getBoundingClientRect().left - 20, 20]
  drag(element, element, { from: at, to: at })
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('while it works nothing closes it; when that fails it says so inside, and its button works again', async () => {
  let fail = () => {}
  const act = vi.fn()
  function Deletion() {
    const [busy, setBusy] = useState(false)
    const [open, setOpen] = useState(true)
    return (
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          act()
          setBusy(true)
          fail = () => {
            setBusy(false)
            toast({ title: 'Failed to delete', variant: 'destructive' })
          }
        }}
        title="Delete"
        text="For good?"
        action="Delete it"
        busyAction="Deleting..."
        busy={busy}
      />
    )
  }
  await render(
    <>
      <Deletion />
      <Toaster />
    </>,
  )
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect.element(page.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  fail()
  await expect.element(dialog.getByText('Failed to delete')).toBeVisible()
  await page.getByRole('button', { name: 'Delete it' }).click()
  expect(act).toHaveBeenCalledTimes(2)
  fail()
  await expect.element(page.getByRole('button', { name: 'Delete it' })).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  // The toast outlives the dialog that contained it.
  await expect.element(page.getByText('Failed to delete')).toBeVisible()
})
