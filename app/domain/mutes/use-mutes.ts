// What the member mutes, and changing it. Lists that leave it out are read again.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notificationQueries } from '#app/domain/notifications/queries.ts'
import { client } from '#app/platform/session/session.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { isOf, muteQueries, type Subject, setMuted } from './queries.ts'

type Change = {
  subject: Subject
  wanted: boolean
  /** How the message names it. */
  name: string
}

export function useMutes(userId: string) {
  const queries = useQueryClient()
  const options = muteQueries.of(userId)
  const { data, isError, refetch } = useQuery(options)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ subject, wanted }: Change) => setMuted(await client(), userId, subject, wanted),
    onSuccess: async (_done, { subject, name, wanted }) => {
      await queries.invalidateQueries(options)
      for (const queryKey of [['own-reads'], notificationQueries.of(userId)])
        void queries.invalidateQueries({ queryKey })
      toast(
        wanted
          ? { title: 'Muted', text: `${name} is left out of your lists, notifications and mails.` }
          : {
              title: 'No longer muted',
              text: `${name} is back in your lists, notifications and mails.`,
              action: { label: 'Undo', onClick: () => mutate({ subject, name, wanted: true }) },
            },
      )
    },
    onError: (error) =>
      toastRefused('Not saved', error, 'There was an error saving your choice. Please try again.'),
  })
  return {
    mutes: data,
    isError,
    refetch,
    isPending,
    isMuted: (subject: Subject) => data?.some((mute) => isOf(mute, subject)) ?? false,
    set: (change: Change) => {
      if (!isPending) mutate(change)
    },
  }
}
