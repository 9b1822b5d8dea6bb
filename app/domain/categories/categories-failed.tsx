// Shown when the categories could not be loaded: a discussion needs one (SPEC.md section 8).
import { useEffect } from 'react'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'

const TEXT = 'Failed to load forum categories. Please try again.'

export function sayCategoriesFailed(): void {
  toastFailure('Error loading categories', TEXT)
}

export function CategoriesFailed({ onRetry }: { onRetry: () => void }) {
  useEffect(sayCategoriesFailed, [])
  return <Failed message={TEXT} onRetry={onRetry} />
}
