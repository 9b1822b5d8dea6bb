// Which notifications the member gets. Each switch saves at once. Loaded after the rest of its page.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { notificationQueries, saveMuted, TOPICS, type Topic } from './queries.ts'

const WORDS: Record<Topic, string> = {
  replies: 'Replies to my discussions and to my replies, and replies of mine that answered a question',
  follows: 'Replies in discussions that I follow',
  mentions: 'Mentions of my name',
  upvotes: 'Upvotes: the 1st, 5th, 10th, 25th and so on',
}

export default function NotificationSettings({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const options = notificationQueries.muted(userId)
  // Local state shows the switch at once: until the query updates, the box would flip back.
  const [switched, setSwitched] = useState<Topic[] | null>(null)
  const { data, isError, refetch } = useQuery(options)
  const { mutate } = useMutation({
    // Sequential, so that of two quick clicks the second saves both.
    scope: { id: 'notification-settings' },
    mutationFn: async (wanted: Topic[]) => saveMuted(await client(), wanted),
    onSuccess: (_, wanted) => queries.setQueryData(options.queryKey, wanted),
    onError: (error) => {
      setSwitched(null)
      console.warn('the setting was refused', error)
      void queries.invalidateQueries(options)
      toastFailure('Not saved', 'There was an error saving your choice. Please try again.')
    },
  })
  const muted = switched ?? data
  if (isError) return <Failed message="Your choices could not be loaded." onRetry={() => void refetch()} />
  if (!muted) return <Skeleton label="Loading your choices..." rows={2} />
  return (
    <fieldset className="rounded-card border border-line bg-surface px-4 py-2 sm:px-6">
      <legend className="sr-only">Which notifications you get</legend>
      {TOPICS.map((topic) => (
        <Checkbox
          key={topic}
          label={WORDS[topic]}
          checked={!muted.includes(topic)}
          onChange={({ currentTarget }) => {
            const wanted = currentTarget.checked ? muted.filter((one) => one !== topic) : [...muted, topic]
            setSwitched(wanted)
            mutate(wanted)
          }}
        />
      ))}
      <p className="pb-2 text-13 text-muted">
        What moderation does to your posts, your reports and your level is always told.
      </p>
    </fieldset>
  )
}
