// What the member mutes, and changing it. A word is muted here; what else can be muted can be watched, too (track.ts).
import { useQuery } from '@tanstack/react-query'
import { notificationQueries } from '#app/domain/notifications/queries.ts'
import { track } from '#app/domain/tracking/track.ts'
import { act, choiceNotSaved } from '#app/platform/acts/act.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import * as t from '#words/mutes-more.ts'
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
    set: ({ subject, wanted, name }: Change): Promise<unknown> =>
      'word' in subject
        ? muteWord(userId, { word: subject.word, wanted, name })
        : track({ userId, subject, name }, wanted ? 'muted' : 'normal'),
  }
}

function muteWord(userId: string, change: { word: string; wanted: boolean; name: string }): Promise<boolean> {
  const { word, wanted, name } = change
  const write = async () => setMuted(await client(), userId, { word }, wanted)
  const done = async () => {
    const queries = queryClient()
    await queries.invalidateQueries(muteQueries.of(userId))
    for (const queryKey of [['own-reads'], notificationQueries.of(userId)])
      void queries.invalidateQueries({ queryKey })
    toast({
      ...(wanted
        ? { title: t.muted, text: t.isLeftOutOfYour(name) }
        : { title: t.noLongerMuted, text: t.isBackInYourLists(name) }),
      action: { label: t.undo, onClick: () => void muteWord(userId, { ...change, wanted: !wanted }) },
    })
  }
  return act(`mute ${word}`, write, { done, failed: choiceNotSaved })
}
