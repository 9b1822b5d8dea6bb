// Tells a member of others' replies to the discussion that is open. Loaded for members only.
import { openLine } from '#app/platform/live/line.ts'
import { client } from '#app/platform/session/session.ts'

/** A gap in which more came is counted so far. */
const MOST_MISSED = 100

type Announced = {
  threadId: string
  userId: string
  /** The ids of the replies on the page. */
  shown: () => readonly string[]
  /** Gets the ids of new replies. */
  take: (ids: readonly string[]) => void
}

/** @returns a function that stops it */
export function announceReplies({ threadId, userId, shown, take }: Announced): () => void {
  // The composer shows the member's own replies.
  const takeOthers = (replies: readonly { id: string; author_id: string }[]) =>
    take(replies.filter((reply) => reply.author_id !== userId).map(({ id }) => id))
  return openLine<{ id: string; author_id: string }>({
    topic: `replies:${threadId}`,
    changes: {
      event: 'INSERT',
      table: 'replies',
      filter: `thread_id=eq.${threadId}`,
      onEach: ({ new: reply }) => {
        if ('id' in reply) takeOthers([reply])
      },
    },
    onGap: () => {
      latestReplies(threadId)
        .then((latest) => {
          const last = latest.findIndex(({ id }) => shown().includes(id))
          takeOthers(last < 0 ? latest : latest.slice(0, last))
        })
        .catch((error: unknown) => console.warn('missed replies are not known', error))
    },
  })
}

/** Latest first. */
async function latestReplies(threadId: string) {
  const { data } = await (await client())
    .from('replies')
    .select('id, author_id')
    .eq('thread_id', threadId)
    .order('created_at', { ascending: false })
    .limit(MOST_MISSED)
    .throwOnError()
  return data
}
