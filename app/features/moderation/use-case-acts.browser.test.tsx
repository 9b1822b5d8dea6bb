import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { changeThreads } from './mutations.ts'
import type { Case } from './queue.ts'
import { useCaseActs } from './use-case-acts.tsx'

vi.mock('./mutations.ts', { spy: true })
vi.mock('#app/platform/session/session.ts', { spy: true })

const thread = { id: 't1', title: 'A tip', content: '<p>Buy</p>', is_hidden: false, is_locked: false }
const reported = { target: { target_kind: 'thread', state: 'open', thread }, reports: [{ id: 'r1' }] }

function Acts() {
  const { actsOn, dialogs } = useCaseActs()
  return (
    <>
      {actsOn(reported as unknown as Case).map(({ label, onSelect }) => (
        <button key={label} type="button" onClick={onSelect}>
          {label}
        </button>
      ))}
      {dialogs}
    </>
  )
}

test.each([
  ['Hide', 'It was hidden.'],
  ['Lock', 'It was locked.'],
])('the reporter is told after %s only what was done', async (act, words) => {
  const { client } = await import('#app/platform/session/session.ts')
  vi.mocked(client).mockResolvedValue(null as never)
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Acts />
    </QueryClientProvider>,
  )
  vi.mocked(changeThreads).mockRejectedValueOnce(new Error('refused'))
  await page.getByRole('button', { name: act }).click()
  await expect.poll(() => vi.mocked(changeThreads).mock.results.at(-1)?.type).toBe('return')
  // The second attempt is done, and its dialog is the first one.
  vi.mocked(changeThreads).mockResolvedValueOnce(['t1'])
  expect(page.getByRole('dialog').elements()).toEqual([])
  await page.getByRole('button', { name: act }).click()
  await expect.element(page.getByRole('dialog').getByRole('textbox')).toHaveValue(words)
  expect(changeThreads).toHaveBeenCalledTimes(2)
  vi.mocked(changeThreads).mockClear()
})
