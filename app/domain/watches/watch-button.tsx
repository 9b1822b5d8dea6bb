// Watches a category or a tag: the member is told of new discussions there. Loaded for members only.
import { useQuery } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import { isOf, type Subject, watchQueries } from './queries.ts'
import { watch } from './watch.ts'

type WatchProps = { userId: string; subject: Subject; name: string }

export default withQueries(WatchButton)

function WatchButton({ userId, subject, name }: WatchProps) {
  const { data } = useQuery(watchQueries.of(userId))
  const isWatched = data?.some((one) => isOf(one, subject)) ?? false
  const Icon = isWatched ? BellRing : BellPlus
  return (
    <Button
      variant="secondary"
      className="flex-1"
      aria-pressed={isWatched}
      disabled={data === undefined}
      onClick={singlePress(() => watch({ userId, subject, name }, !isWatched))}
    >
      <Icon size={17} aria-hidden />
      {isWatched ? 'Watching' : 'Watch'}
      <span className="sr-only">{name}</span>
    </Button>
  )
}
