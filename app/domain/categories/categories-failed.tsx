// Shown when the categories could not be loaded: a discussion needs one (SPEC.md section 8).
import { useEffect } from 'react'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import * as t from '#words/categories-more.ts'

const TEXT = t.failedToLoadForumCategories

export function sayCategoriesFailed(): void {
  toastFailure(t.errorLoadingCategories, TEXT)
}

export function CategoriesFailed({ onRetry }: { onRetry: () => void }) {
  useEffect(sayCategoriesFailed, [])
  return <Failed message={TEXT} onRetry={onRetry} />
}
