// Members, as pages show them. No table that this reads has private data.
import type { DbClient } from '#app/platform/session/session.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import type { ExpertAddress, ExpertSort } from './expert-address.ts'

export type Expert = {
  id: string
  username: string
  full_name: string | null
  avatar_url: string | null
  reputation: number
  speciality: string
  is_sample: boolean
}

/** The verified experts of the highest reputation. */
export async function topExperts(reader: DbClient, limit: number): Promise<Expert[]> {
  const { data } = await reader
    .from('profiles')
    .select('id,username,full_name,avatar_url,reputation,expert:expert_profiles!inner(speciality,is_sample)')
    .not('expert.verified_at', 'is', null)
    .neq('user_level', 'Banned')
    .order('reputation', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data.map(({ expert, ...member }) => ({ ...member, ...expert }))
}

const LISTED =
  'id,username,full_name,avatar_url,bio,reputation,post_count,expert:expert_profiles!inner(speciality,registration_number,followers,is_sample)' as const

/** An expert in the list. */
export type ListedExpert = Awaited<ReturnType<typeof listExperts>>['experts'][number]

const ORDER: Readonly<Record<ExpertSort, string>> = {
  reputation: 'reputation',
  posts: 'post_count',
  followers: 'expert(followers)',
  recent: 'last_active',
}

/** The verified experts up to the end of a page: the list grows by a page with each 'Load More'. */
export async function listExperts(reader: DbClient, { sort, speciality, page }: ExpertAddress) {
  const until = page * PAGE_SIZE
  let query = reader
    .from('profiles')
    .select(LISTED)
    .not('expert.verified_at', 'is', null)
    .neq('user_level', 'Banned')
  if (speciality !== null) query = query.eq('expert.speciality', speciality)
  const { data } = await query
    .order(ORDER[sort], { ascending: false })
    .order('id')
    // One more than is shown tells whether there are more.
    .range(0, until)
    .throwOnError()
  return { experts: data.slice(0, until), hasMore: data.length > until }
}

export type Speciality = { speciality: string; experts: number }

/** The specialities of the verified experts, with their numbers. */
export async function listSpecialities(reader: DbClient): Promise<Speciality[]> {
  const { data } = await reader.rpc('expert_specialities').throwOnError()
  return data
}

export type FeaturedExpert = ListedExpert & { recentPosts: number }

/** The expert with the most posts in the last 30 days; null if there is no expert. */
export async function featuredExpert(reader: DbClient): Promise<FeaturedExpert | null> {
  const { data } = await reader.rpc('featured_expert').throwOnError()
  const [featured] = data
  if (!featured) return null
  const { data: expert } = await reader
    .from('profiles')
    .select(LISTED)
    .eq('id', featured.user_id)
    .maybeSingle()
    .throwOnError()
  return expert && { ...expert, recentPosts: featured.recent_posts }
}
