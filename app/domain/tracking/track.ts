// Watching, muting, and neither: one act, one message, one undo.
import { act, choiceNotSaved } from '#app/platform/acts/act.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import * as t from '#words/tracking.ts'
import { refreshTracking, type Subject, setTracking, type Tracking, trackingQuery } from './queries.ts'

export type Tracked = {
  userId: string
  subject: Subject
  /** How the message names it. */
  name: string
}

/** @param done says that it is done; else a message does, with undo */
export async function track(tracked: Tracked, wanted: Tracking, done?: () => unknown): Promise<void> {
  const { userId, subject } = tracked
  const query = trackingQuery(userId, subject)
  let before: Tracking = 'normal'
  const write = async () => {
    before = await queryClient().fetchQuery(query)
    await setTracking(await client(), userId, subject, wanted)
    queryClient().setQueryData(query.queryKey, wanted)
  }
  await act(`track ${JSON.stringify(subject)}`, write, {
    done: async () => {
      await refreshTracking(userId, subject)
      if (done) await done()
      else if (before !== wanted)
        toast({
          ...message(tracked, before, wanted),
          action: { label: t.undo, onClick: () => void track(tracked, before) },
        })
    },
    failed: choiceNotSaved,
  })
}

function message({ subject, name }: Tracked, before: Tracking, wanted: Tracking) {
  const what =
    'thread_id' in subject
      ? t.newReplies
      : 'member_id' in subject
        ? t.newDiscussionsBy(name)
        : t.newDiscussionsIn(name)
  if (wanted === 'watching') return { title: t.watching, text: t.youWillBeToldOf(what) }
  if (wanted === 'muted') return { title: t.muted, text: t.isLeftOutOfYour(name) }
  return before === 'muted'
    ? { title: t.noLongerMuted, text: t.isBackInYourLists(name) }
    : { title: t.noLongerWatching, text: t.youWillNotBeTold(what) }
}
