// Reading one member's public page. Only what everybody may know: no address, no bookmarks, no votes cast.
import type { Client, DbClient } from '#app/platform/session/session.ts'
import { USERNAME } from '#shared/limits.ts'

export type PublicMember = NonNullable<Awaited<ReturnType<typeof findMember>>>
export type ActiveDay = { day: string; posts: number }

/** The member of this name, in whichever case it was written; null when there is none. */
export async function findMember(reader: DbClient, username: string) {
  // What no name can be need not be asked for; a database refuses some of it outright.
  if (!USERNAME.pattern.test(username)) return null
  const { data } = await reader
    .rpc('find_member', { username })
    .select(
      `id, username, full_name, avatar_url, bio, user_level, reputation, total_posts, total_replies, joined_at,
       updated_at, follower_count, expert:expert_profiles(speciality, registration_number, verified_at)`,
    )
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const { expert, follower_count: followers, ...member } = data
  // An application that waits is the applicant's own business, even where they look at their own page.
  const verified = expert?.verified_at ? { ...expert, verified_at: expert.verified_at } : null
  return { ...member, followers: followers ?? 0, expert: verified }
}

/** How much the member wrote on each day of the last year; days without a post are left out. */
export async function memberActivity(reader: DbClient, id: string): Promise<ActiveDay[]> {
  const { data } = await reader.rpc('member_activity', { member: id }).throwOnError()
  return data
}

/** Whether the member at this browser follows `followedId`, and how many do. */
export async function memberFollow(client: Client, userId: string, followedId: string) {
  const { data } = await client
    .from('profiles')
    .select('follower_count, follows!follows_followed_id_fkey(follower_id)')
    .eq('id', followedId)
    .eq('follows.follower_id', userId)
    .single()
    .throwOnError()
  return { following: data.follows.length > 0, followers: data.follower_count ?? 0 }
}

/** Follows, or follows no more. Doing what is done already is no mistake. */
export async function setFollowing(
  client: Client,
  userId: string,
  followedId: string,
  wanted: boolean,
): Promise<void> {
  if (wanted) {
    await client
      .from('follows')
      .upsert({ follower_id: userId, followed_id: followedId }, { ignoreDuplicates: true })
      .throwOnError()
  } else {
    await client
      .from('follows')
      .delete()
      .eq('follower_id', userId)
      .eq('followed_id', followedId)
      .throwOnError()
  }
}
