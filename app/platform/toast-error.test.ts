import { expect, test, vi } from 'vitest'
import { type Toast, takeToasts } from '#app/ui/feedback/toast.ts'
import { toastError } from './toast-error.ts'

test.each([
  'create category',
  'update category',
  'delete category',
  'delete thread',
  'update thread',
  'update user',
])('what an admin could not do is said with its reason: %s', (what) => {
  const shown: Toast[] = []
  takeToasts((toast) => shown.push(toast))
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  toastError(what, new Error('no answer'))
  expect(shown).toEqual([{ title: 'Error', text: `Failed to ${what}: no answer`, variant: 'destructive' }])
  warn.mockRestore()
})
