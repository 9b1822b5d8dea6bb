// Reads a member's public page: no address, bookmarks or votes.
import type { Client, DbClient } from '#app/platform/session/session.ts'
import { USERNAME } from '#shared/limits.ts'

export type PublicMember = NonNullable<Awaited<ReturnType<typeof findMember>>>
export type ActiveDay = { day: string; posts: number }

/** The member of this name, ignoring case; null if there is none. */
export async function findMember(reader: DbClient, username: string) {
  // Not requested for a string that cannot be a username: the database rejects some of these with an error.
  if (!USERNAME.pattern.test(username)) return null
  const { data } = await reader
    .rpc('find_member', { username })
    .select(
      `id, username, full_name, avatar_url, bio, user_level, reputation, total_posts, total_replies, joined_at,
       updated_at, follower_count, is_staff, expert:expert_profiles(speciality, registration_number, verified_at, is_sample)`,
    )
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  const { expert, follower_count: followers, ...member } = data
  // A pending application is visible to the applicant, but not on this page.
  const verified = expert?.verified_at ? { ...expert, verified_at: expert.verified_at } : null
  return { ...member, followers: followers ?? 0, expert: verified }
}

/** The number of posts on each day of the last year; days without posts are left out. */
export async function memberActivity(reader: DbClient, id: string): Promise<ActiveDay[]> {
  const { data } = await reader.rpc('member_activity', { member: id }).throwOnError()
  return data
}

/** What is true of the member, oldest first, with its date. */
export async function memberBadges(reader: DbClient, id: string) {
  const { data } = await reader.rpc('member_badges', { member: id }, { get: true }).throwOnError()
  return data
}

/** Whether the member follows `followedId`, and the number of followers. */
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

/** Follows or unfollows. Repeating either is not an error. */
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
