import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { expect, test, vi } from 'vitest'
import Toaster, { showToast } from './toaster.tsx'

vi.mock('sonner', () => ({
  Toaster: vi.fn(() => null),
  toast: { error: vi.fn(), success: vi.fn() },
}))

test('one is visible at a time, for 4,000 ms, an error in the destructive style', () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
  renderToString(<Toaster />)
  const [props] = vi.mocked(Sonner).mock.calls[0] as unknown as [ComponentProps<typeof Sonner>]
  expect(props.visibleToasts).toBe(1)

  showToast({ title: 'Update failed', text: 'Why', variant: 'destructive' })
  expect(sonner.error).toHaveBeenCalledWith('Update failed', { description: 'Why', duration: 4_000 })
  showToast({ title: 'Reply posted!' })
  expect(sonner.success).toHaveBeenCalledWith('Reply posted!', { description: undefined, duration: 4_000 })
  vi.unstubAllGlobals()
})
