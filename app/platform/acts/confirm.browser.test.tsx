import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { client } from '#app/platform/session/session.ts'
import { ConfirmAct } from './confirm.tsx'

vi.mock('#app/platform/session/session.ts', { spy: true })

async function ask(write: () => Promise<unknown>) {
  // The writes of these tests do not use the client that they are given.
  vi.mocked(client).mockResolvedValue(null as never)
  const told = { onClose: vi.fn(), onDone: vi.fn(), failed: vi.fn() }
  await render(<ConfirmAct title="Delete it" text="Sure?" action="Delete" write={write} {...told} />)
  return told
}

test('two clicks at once are one act, and the question closes when it is done', async () => {
  const done = Promise.withResolvers<void>()
  const write = vi.fn(() => done.promise)
  const { onClose, onDone } = await ask(write)
  const action = page.getByRole('button', { name: 'Delete', exact: true })
  const button = action.element() as HTMLButtonElement
  // Both in one turn, before React renders again.
  button.click()
  button.click()
  await expect.element(page.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  expect(onClose).not.toHaveBeenCalled()
  done.resolve()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(onClose).toHaveBeenCalledOnce()
  expect(write).toHaveBeenCalledOnce()
})

test('a refusal is shown, and can be retried', async () => {
  const refusal = new Error('refused')
  const write = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValueOnce(undefined)
  const { onClose, onDone, failed } = await ask(write)
  const action = page.getByRole('button', { name: 'Delete', exact: true })
  await action.click()
  await expect.poll(() => failed.mock.calls[0]?.[0]).toBe(refusal)
  expect(onClose).not.toHaveBeenCalled()
  await action.click()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(write).toHaveBeenCalledTimes(2)
})
