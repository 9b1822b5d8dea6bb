// Watching and no longer watching.
import { act } from '#app/platform/acts/act.ts'
import { choiceNotSaved } from '#app/platform/acts/failure.ts'
import { changeAll } from '#app/platform/acts/optimistic.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { isOf, type Subject, setWatched, watchQueries } from './queries.ts'

type Watched = {
  userId: string
  subject: Subject
  /** How the message names it. */
  name: string
}

/** Watches a subject, or stops. @param done says so; stopping can be undone */
export async function watch(
  watched: Watched,
  wanted: boolean,
  done: () => unknown = () => toastWatched(watched, wanted),
): Promise<void> {
  const { userId, subject } = watched
  const { queryKey } = watchQueries.of(userId)
  const show = () =>
    queryClient().setQueryData(queryKey, (all) => [
      ...(all ?? []).filter((one) => !isOf(one, subject)),
      ...(wanted ? [{ category_id: null, tag: null, category: null, ...subject }] : []),
    ])
  const write = () =>
    changeAll(queryKey, show, async () => setWatched(await client(), userId, subject, wanted))
  await act(`watch ${JSON.stringify(subject)}`, write, { done, failed: choiceNotSaved })
}

function toastWatched(watched: Watched, wanted: boolean): void {
  const { name } = watched
  toast(
    wanted
      ? { title: 'Watching', text: `You will be told of new discussions in ${name}.` }
      : {
          title: 'No longer watching',
          text: `You will not be told of new discussions in ${name}.`,
          action: { label: 'Undo', onClick: () => void watch(watched, true) },
        },
  )
}
