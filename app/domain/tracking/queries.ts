// What a member thinks of a category, tag, discussion or member: watching, normal or muted. Two tables hold it, and the
// database keeps them from holding both (private.unmute_watched).
import { memberFollow, setFollowing } from '#app/domain/members/member-queries.ts'
import { memberQueries } from '#app/domain/members/query-options.ts'
import { isOf as isMuteOf, muteQueries, setMuted } from '#app/domain/mutes/queries.ts'
import { takeOwnThread } from '#app/domain/threads/own-thread.ts'
import { isOf as isWatchOf, setWatched, watchQueries } from '#app/domain/watches/queries.ts'
import { clientQuery } from '#app/platform/query/client-query.ts'
import { queryClient } from '#app/platform/query/query-client.tsx'
import type { Client } from '#app/platform/session/session.ts'

/** A tag as `tagKey` spells it, the others by their ids. */
export type Subject =
  | { category_id: string }
  | { tag: string }
  | { thread_id: string }
  | { member_id: string }
export type Tracking = 'watching' | 'normal' | 'muted'

/** A list with a control in each row reads what is watched once. */
const FRESH_MS = 60_000

/** Whether the member follows a discussion. */
const followedQuery = (threadId: string, userId: string) =>
  clientQuery(['discussion', 'followed', threadId, userId], async (client) => {
    const page = await takeOwnThread('isFollowed', userId, { threadId })
    if (page) return page.thread_subscriptions.length > 0
    const { data } = await client
      .from('thread_subscriptions')
      .select('thread_id')
      .eq('user_id', userId)
      .eq('thread_id', threadId)
      .maybeSingle()
      .throwOnError()
    return data !== null
  })

/** Read again when the mutes, watches or follows are (`refreshTracking`). */
export const trackingQuery = (userId: string, subject: Subject) =>
  clientQuery(['tracking', userId, subject], async (client): Promise<Tracking> => {
    // Not `ensureQueryData`, which gives what a change has made stale.
    const mutes = await queryClient().fetchQuery(muteQueries.of(userId))
    if (mutes.some((mute) => isMuteOf(mute, subject))) return 'muted'
    return (await isWatched(client, userId, subject)) ? 'watching' : 'normal'
  })

async function isWatched(client: Client, userId: string, subject: Subject): Promise<boolean> {
  if ('member_id' in subject) return (await memberFollow(client, userId, subject.member_id)).following
  if ('thread_id' in subject) return queryClient().fetchQuery(followedQuery(subject.thread_id, userId))
  const watches = await queryClient().fetchQuery({ ...watchQueries.of(userId), staleTime: FRESH_MS })
  return watches.some((one) => isWatchOf(one, subject))
}

/** Repeating it is not an error. What it replaces goes with it. */
export async function setTracking(
  client: Client,
  userId: string,
  subject: Subject,
  wanted: Tracking,
): Promise<void> {
  if (wanted === 'muted') return setMuted(client, userId, subject, true)
  if (wanted === 'watching') return setFollowed(client, userId, subject, true)
  await setMuted(client, userId, subject, false)
  await setFollowed(client, userId, subject, false)
}

async function setFollowed(client: Client, userId: string, subject: Subject, wanted: boolean): Promise<void> {
  if ('member_id' in subject) return setFollowing(client, userId, subject.member_id, wanted)
  if (!('thread_id' in subject)) return setWatched(client, userId, subject, wanted)
  const table = client.from('thread_subscriptions')
  if (wanted) await table.upsert({ user_id: userId, ...subject }, { ignoreDuplicates: true }).throwOnError()
  else await table.delete().eq('user_id', userId).match(subject).throwOnError()
}

/** Reads again what depends on what is watched and muted: the controls, and the lists that leave it out. */
export async function refreshTracking(userId: string, subject: Subject): Promise<void> {
  const queries = queryClient()
  const refresh = (queryKey: readonly unknown[]) => queries.invalidateQueries({ queryKey })
  await Promise.all([
    refresh(muteQueries.of(userId).queryKey),
    refresh(watchQueries.of(userId).queryKey),
    'member_id' in subject ? refresh(memberQueries.of(subject.member_id)) : null,
  ])
  await refresh(['tracking', userId])
  for (const queryKey of [['own-reads'], ['notifications', userId]]) void refresh(queryKey)
}
