// Structured data of a member for search engines: https://schema.org/ProfilePage, with the rules of
// https://developers.google.com/search/docs/appearance/structured-data/profile-page.
import type { ProfilePage, WithContext } from 'schema-dts'
import type { PublicMember } from './member-queries.ts'

/** @param address absolute URL of the page */
export function profileData(member: PublicMember, address: string): WithContext<ProfilePage> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: address,
    dateCreated: member.joined_at,
    dateModified: member.updated_at,
    mainEntity: {
      '@type': 'Person',
      '@id': address,
      name: member.full_name ?? member.username,
      alternateName: member.username,
      identifier: member.id,
      url: address,
      ...(member.bio ? { description: member.bio } : {}),
      ...(member.avatar_url ? { image: new URL(member.avatar_url, address).href } : {}),
      ...(member.expert && !member.expert.is_sample ? { knowsAbout: member.expert.speciality } : {}),
      interactionStatistic: counter('FollowAction', member.followers),
      agentInteractionStatistic: counter('WriteAction', member.total_posts + member.total_replies),
    },
  }
}

function counter(action: 'FollowAction' | 'WriteAction', value: number) {
  return {
    '@type': 'InteractionCounter',
    interactionType: { '@type': action },
    userInteractionCount: value,
  } as const
}
