// What the member mutes, and changing it. Lists that leave it out are read again.
import { useQuery } from '@tanstack/react-query'
import { notificationQueries } from '#app/domain/notifications/queries.ts'
import { act } from '#app/platform/acts/act.ts'
import { choiceNotSaved } from '#app/platform/acts/failure.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { isOf, muteQueries, type Subject, setMuted } from './queries.ts'

type Change = {
  subject: Subject
  wanted: boolean
  /** How the message names it. */
  name: string
}

export function useMutes(userId: string) {
  const { data, isError, refetch } = useQuery(muteQueries.of(userId))
  return {
    mutes: data,
    isError,
    refetch,
    isMuted: (subject: Subject) => data?.some((mute) => isOf(mute, subject)) ?? false,
    set: (change: Change) => void setMute(userId, change),
  }
}

function setMute(userId: string, { subject, wanted, name }: Change): Promise<boolean> {
  const write = async () => setMuted(await client(), userId, subject, wanted)
  const done = async () => {
    const queries = queryClient()
    await queries.invalidateQueries(muteQueries.of(userId))
    for (const queryKey of [['own-reads'], notificationQueries.of(userId)])
      void queries.invalidateQueries({ queryKey })
    toast(
      wanted
        ? { title: 'Muted', text: `${name} is left out of your lists, notifications and mails.` }
        : {
            title: 'No longer muted',
            text: `${name} is back in your lists, notifications and mails.`,
            action: { label: 'Undo', onClick: () => void setMute(userId, { subject, name, wanted: true }) },
          },
    )
  }
  return act(`mute ${JSON.stringify(subject)}`, write, { done, failed: choiceNotSaved })
}
