import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
