// Which notifications the member gets, and how. Each choice saves at once. Loaded after the rest of its page.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { RowSelect } from '#app/ui/forms/field.tsx'
import { MAILED_TOPICS, TOPICS, type Topic } from '#shared/notification-topics.ts'
import { type NotificationChoices, notificationQueries, saveChoices, type Way } from './queries.ts'

const WORDS: Record<Topic, string> = {
  replies: 'Replies to my discussions and to my replies, and replies of mine that answered a question',
  follows: 'Replies in discussions that I follow',
  members: 'New discussions by members whom I follow',
  mentions: 'Mentions of my name',
  upvotes: 'Upvotes: the 1st, 5th, 10th, 25th and so on',
  reminders: 'Reminders of my bookmarks',
}
const WAYS: Record<Way, string> = { mail: 'Bell and mail', bell: 'Bell', off: 'Off' }

function waysOf(topic: Topic): Way[] {
  return MAILED_TOPICS.some((one) => one === topic) ? ['mail', 'bell', 'off'] : ['bell', 'off']
}

export default function NotificationSettings({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const options = notificationQueries.choices(userId)
  // Local state shows the choice at once: until the query updates, the control would go back.
  const [changed, setChanged] = useState<NotificationChoices | null>(null)
  const { data, isError, refetch } = useQuery(options)
  const { mutate } = useMutation({
    // Sequential, so that of two quick changes the second saves both.
    scope: { id: 'notification-settings' },
    mutationFn: async (wanted: NotificationChoices) => saveChoices(await client(), wanted),
    onSuccess: (_, wanted) => queries.setQueryData(options.queryKey, wanted),
    onError: (error) => {
      setChanged(null)
      console.warn('the setting was refused', error)
      void queries.invalidateQueries(options)
      toastFailure('Not saved', 'There was an error saving your choice. Please try again.')
    },
  })
  const choices = changed ?? data
  if (isError) return <Failed message="Your choices could not be loaded." onRetry={() => void refetch()} />
  if (!choices) return <Skeleton label="Loading your choices..." rows={2} />
  const change = (wanted: NotificationChoices) => {
    setChanged(wanted)
    mutate(wanted)
  }
  return (
    <fieldset className="rounded-card border border-line bg-surface">
      <legend className="sr-only">Which notifications you get, and how</legend>
      <ul className="divide-y divide-line px-4 sm:px-6">
        {TOPICS.map((topic) => (
          <li key={topic} className="flex min-h-14 items-center justify-between gap-4 py-1.5 text-15">
            <span>{WORDS[topic]}</span>
            <div className="grid w-36 shrink-0">
              <RowSelect
                label={WORDS[topic]}
                className="border border-line"
                value={choices.ways[topic]}
                onChange={({ currentTarget }) =>
                  change({ ...choices, ways: { ...choices.ways, [topic]: currentTarget.value as Way } })
                }
              >
                {waysOf(topic).map((way) => (
                  <option key={way} value={way}>
                    {WAYS[way]}
                  </option>
                ))}
              </RowSelect>
            </div>
          </li>
        ))}
      </ul>
      <div className="border-t border-line px-4 py-2 sm:px-6">
        <Checkbox
          label="I share my phone or mailbox: mails name no title, no text and no member"
          checked={choices.hidesContent}
          onChange={({ currentTarget }) => change({ ...choices, hidesContent: currentTarget.checked })}
        />
        <p className="pb-2 text-13 text-muted">
          A mail goes out after a minute, unless you have read it by then; several replies in one discussion
          are one mail, and an hour has 20 at most. What moderation does to your posts, your reports and your
          level is always told at the bell.
        </p>
      </div>
    </fieldset>
  )
}
