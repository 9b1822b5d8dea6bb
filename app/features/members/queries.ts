// Members, as the pages list them.
import type { Reader } from '#app/lib/reader.ts'

export type Expert = {
  id: string
  username: string
  full_name: string | null
  avatar_url: string | null
  reputation: number
  speciality: string
}

/** The verified experts of the highest reputation. */
export async function topExperts(reader: Reader, limit: number): Promise<Expert[]> {
  const { data } = await reader
    .from('profiles')
    .select('id,username,full_name,avatar_url,reputation,expert:expert_profiles!inner(speciality)')
    .not('expert.verified_at', 'is', null)
    .order('reputation', { ascending: false })
    .limit(limit)
    .throwOnError()
  return data.map(({ expert, ...member }) => ({ ...member, speciality: expert.speciality }))
}
