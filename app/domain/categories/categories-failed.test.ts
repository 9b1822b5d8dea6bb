import { expect, test } from 'vitest'
import { type Toast, takeToasts } from '#app/ui/feedback/toast.ts'
import { sayCategoriesFailed } from './categories-failed.tsx'

test('categories that could not be loaded are told in the words of the specification', () => {
  const shown: Toast[] = []
  takeToasts((toast) => shown.push(toast))
  sayCategoriesFailed()
  expect(shown).toEqual([
    {
      title: 'Error loading categories',
      text: 'Failed to load forum categories. Please try again.',
      variant: 'destructive',
    },
  ])
})
