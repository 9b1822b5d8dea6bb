// Follows a discussion for notifications of new replies. Loaded for members only.
import { useQuery } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { useEffect } from 'react'
import { act } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { change } from '#app/platform/acts/optimistic.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { type Client, client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import { discussionQueries } from './query-options.ts'

async function setFollowed(supabase: Client, userId: string, threadId: string, wanted: boolean) {
  const table = supabase.from('thread_subscriptions')
  if (wanted)
    await table.upsert({ user_id: userId, thread_id: threadId }, { ignoreDuplicates: true }).throwOnError()
  else await table.delete().eq('user_id', userId).eq('thread_id', threadId).throwOnError()
}

async function follow(threadId: string, userId: string, wanted: boolean): Promise<void> {
  const write = () =>
    change(
      discussionQueries.followed(threadId, userId),
      () => wanted,
      async () => setFollowed(await client(), userId, threadId, wanted),
    )
  await act(`follow-thread ${threadId}`, write, {
    done: () =>
      toast(
        wanted
          ? { title: 'Following', text: 'You will be told of new replies.' }
          : {
              title: 'No longer following',
              text: 'You will not be told of new replies.',
              action: { label: 'Undo', onClick: () => void follow(threadId, userId, true) },
            },
      ),
    failed: notDone('Failed to follow', 'There was an error saving your choice. Please try again.'),
  })
}

/** Marks replies since the last visit as new. */
async function noteReading(supabase: Client, userId: string, threadId: string) {
  await supabase
    .from('thread_subscriptions')
    .update({ last_read_at: new Date().toISOString() })
    .eq('user_id', userId)
    .eq('thread_id', threadId)
    .throwOnError()
}

export default withQueries(FollowButton)

function FollowButton({ threadId, userId }: { threadId: string; userId: string }) {
  const { data: followed } = useQuery(discussionQueries.followed(threadId, userId))
  useEffect(() => {
    if (!followed) return
    client()
      .then((supabase) => noteReading(supabase, userId, threadId))
      .catch((error: unknown) => console.warn('the reading was not noted', error))
  }, [followed, userId, threadId])
  const Icon = followed ? BellRing : BellPlus
  return (
    <ActionButton
      icon={<Icon size={17} aria-hidden />}
      label="Follow"
      aria-pressed={followed === true}
      disabled={followed === undefined}
      onClick={singlePress(() => follow(threadId, userId, !followed))}
    />
  )
}
