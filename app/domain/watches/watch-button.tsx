// Watches a category or a tag: the member is told of new discussions there. Loaded for members only.
import { useQuery } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { isOf, type Subject, watchQueries } from './queries.ts'
import { toastUnwatched, useSetWatched } from './use-set-watched.ts'

type WatchProps = { userId: string; subject: Subject; name: string }

export default withQueries(WatchButton)

function WatchButton({ userId, subject, name }: WatchProps) {
  const { data } = useQuery(watchQueries.of(userId))
  const [set, isPending] = useSetWatched(userId)
  const isWatched = data?.some((watch) => isOf(watch, subject)) ?? false
  const Icon = isWatched ? BellRing : BellPlus
  const toggle = () =>
    set(
      { subject, wanted: !isWatched },
      {
        onSuccess: () => {
          if (isWatched) toastUnwatched(name, () => set({ subject, wanted: true }))
          else toast({ title: 'Watching', text: `You will be told of new discussions in ${name}.` })
        },
      },
    )
  return (
    <Button
      variant="secondary"
      className="flex-1"
      aria-pressed={isWatched}
      disabled={data === undefined}
      onClick={(event) => {
        // The second click of a double-click must not undo the first.
        if (event.detail < 2 && !isPending) toggle()
      }}
    >
      <Icon size={17} aria-hidden />
      {isWatched ? 'Watching' : 'Watch'}
      <span className="sr-only">{name}</span>
    </Button>
  )
}
