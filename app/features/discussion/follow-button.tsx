// Follows a discussion for notifications of new replies, as an optimistic update. Loaded for members only.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { useEffect } from 'react'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { type Client, client } from '#app/platform/session/session.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { discussionQueries } from './query-options.ts'

async function setFollowed(supabase: Client, userId: string, threadId: string, wanted: boolean) {
  const table = supabase.from('thread_subscriptions')
  if (wanted)
    await table.upsert({ user_id: userId, thread_id: threadId }, { ignoreDuplicates: true }).throwOnError()
  else await table.delete().eq('user_id', userId).eq('thread_id', threadId).throwOnError()
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
  const queries = useQueryClient()
  const options = discussionQueries.followed(threadId, userId)
  const { queryKey } = options
  const { data: followed } = useQuery(options)
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: boolean) => setFollowed(await client(), userId, threadId, wanted),
    onMutate: async (wanted) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, wanted)
    },
    onSuccess: (_done, wanted) =>
      toast(
        wanted
          ? { title: 'Following', text: 'You will be told of new replies.' }
          : {
              title: 'No longer following',
              text: 'You will not be told of new replies.',
              action: { label: 'Undo', onClick: () => mutate(true) },
            },
      ),
    onError: (error, wanted) => {
      queries.setQueryData(queryKey, !wanted)
      toastRefused('Failed to follow', error, 'There was an error saving your choice. Please try again.')
    },
  })
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
      onClick={(event) => {
        if (event.detail < 2 && !isPending) mutate(!followed)
      }}
    />
  )
}
