// Watching and no longer watching, as an optimistic update that rolls back on an error.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { isOf, type Subject, setWatched, watchQueries } from './queries.ts'

export function useSetWatched(userId: string) {
  const queries = useQueryClient()
  const { queryKey } = watchQueries.of(userId)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ subject, wanted }: { subject: Subject; wanted: boolean }) =>
      setWatched(await client(), userId, subject, wanted),
    onMutate: async ({ subject, wanted }) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (all) => [
        ...(all ?? []).filter((watch) => !isOf(watch, subject)),
        ...(wanted ? [{ category_id: null, tag: null, category: null, ...subject }] : []),
      ])
      return before
    },
    onError: (error, _wanted, before) => {
      queries.setQueryData(queryKey, before)
      toastRefused('Not saved', error, 'There was an error saving your choice. Please try again.')
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return [mutate, isPending] as const
}

/** Says that a subject is no longer watched, with undo. */
export function toastUnwatched(name: string, undo: () => void): void {
  toast({
    title: 'No longer watching',
    text: `You will not be told of new discussions in ${name}.`,
    action: { label: 'Undo', onClick: undo },
  })
}
