// Deleting the discussion that one is reading: asks, and leads to its category afterwards.
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useDeleteThread } from '#app/domain/threads/delete-thread.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'

/** @param asked how often the member wanted to delete it so far: each time the question opens */
export default function DeleteThisThread({ thread, asked }: { thread: FullThread; asked: number }) {
  const navigate = useNavigate()
  const { ask, dialog } = useDeleteThread(() =>
    navigate(`/forums/${thread.category.slug}`, { replace: true }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question opens when it is asked for again, and only then
  useEffect(() => ask(thread), [asked])
  return dialog
}
