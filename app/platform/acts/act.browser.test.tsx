import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useAct } from './act.ts'

type Write = (subject: string) => Promise<void>

function Save({ subject, write, name = 'Save' }: { subject: string; write: Write; name?: string }) {
  const [save, isSaving] = useAct(write, { id: `save ${subject}` })
  return (
    <button type="button" onClick={() => void save(subject)}>
      {isSaving ? 'Saving' : name}
    </button>
  )
}

const buttons = () => page.getByRole('button').elements() as HTMLElement[]

test('two clicks before React renders are one run, in whichever component', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const write = vi.fn<Write>(() => promise)
  await render(
    <>
      <Save subject="one" write={write} />
      <Save subject="one" write={write} />
      <Save subject="two" write={write} />
    </>,
  )
  for (const button of [...buttons(), ...buttons()]) button.click()
  expect(write.mock.calls).toEqual([['one'], ['two']])
  await expect.poll(() => buttons().map(({ textContent }) => textContent)).toEqual(Array(3).fill('Saving'))
  resolve()
  await expect.poll(() => buttons().map(({ textContent }) => textContent)).toEqual(Array(3).fill('Save'))
})

test('an act goes on without its component, and a new one knows of it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const write = vi.fn<Write>(() => promise)
  const screen = await render(<Save subject="left" write={write} />)
  await page.getByRole('button').click()
  await screen.rerender(<p>Another page</p>)
  await screen.rerender(<Save subject="left" write={write} />)
  await expect.element(page.getByRole('button')).toHaveTextContent('Saving')
  buttons()[0]?.click()
  expect(write).toHaveBeenCalledOnce()
  resolve()
  await expect.element(page.getByRole('button')).toHaveTextContent('Save')
})

test('a component that gets another subject is not running for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const write = vi.fn<Write>(() => promise)
  const screen = await render(<Save subject="first" write={write} />)
  await page.getByRole('button').click()
  await screen.rerender(<Save subject="second" write={write} />)
  await expect.element(page.getByRole('button')).toHaveTextContent('Save')
  await page.getByRole('button').click()
  expect(write.mock.calls).toEqual([['first'], ['second']])
  resolve()
})

test('the acts of components without a subject are their own', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const write = vi.fn(() => promise)
  function Own() {
    const [run, isRunning] = useAct(write)
    return (
      <button type="button" onClick={() => void run()}>
        {isRunning ? 'Running' : 'Run'}
      </button>
    )
  }
  await render(
    <>
      <Own />
      <Own />
    </>,
  )
  buttons()[0]?.click()
  await expect.poll(() => buttons().map(({ textContent }) => textContent)).toEqual(['Running', 'Run'])
  buttons()[1]?.click()
  expect(write).toHaveBeenCalledTimes(2)
  resolve()
})
