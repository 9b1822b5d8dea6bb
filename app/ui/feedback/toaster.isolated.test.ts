import { toast as sonner } from 'sonner'
import { expect, test, vi } from 'vitest'
import { showToast } from './toaster.tsx'

vi.mock('sonner', () => ({
  Toaster: vi.fn(() => null),
  toast: { dismiss: vi.fn(), error: vi.fn(), success: vi.fn() },
}))

test('a toast is shown for 4,000 ms, an error in the destructive style', () => {
  showToast({ title: 'Update failed', text: 'Why', variant: 'destructive' })
  expect(sonner.error).toHaveBeenCalledWith(
    'Update failed',
    expect.objectContaining({ description: 'Why', duration: 4_000 }),
  )
  showToast({ title: 'Reply posted!' })
  expect(sonner.success).toHaveBeenCalledWith('Reply posted!', expect.objectContaining({ duration: 4_000 }))
})
