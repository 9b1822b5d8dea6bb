// The member as the others see them, and the four figures.
import { Pencil } from 'lucide-react'
import { Bio, IdentityCard } from '#app/domain/members/identity-card.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { formatDate, formatNumber } from '#shared/format.ts'
import type { OwnProfile } from './own-profile.ts'

type ProfileViewProps = {
  profile: OwnProfile
  email: string
  /** Null while they are counted, or could not be. */
  threadCount: number | null
  onEdit: () => void
}

export function ProfileView({ profile, email, threadCount, onEdit }: ProfileViewProps) {
  return (
    <IdentityCard
      label="Your profile"
      member={profile}
      line={
        <>
          {profile.full_name ? (
            <>
              <span className="max-sm:block">@{profile.username}</span>
              <span className="max-sm:hidden"> · </span>
            </>
          ) : null}
          {email} <span className="inline-block text-13">(only you see the address)</span>
        </>
      }
      actions={
        <Button variant="secondary" size="small" onClick={onEdit}>
          <Pencil size={16} aria-hidden />
          Edit Profile
        </Button>
      }
      figures={[
        { term: 'Discussions', value: threadCount === null ? '–' : formatNumber(threadCount) },
        { term: 'Replies', value: formatNumber(profile.total_replies) },
        { term: 'Reputation', value: formatNumber(profile.reputation) },
        {
          term: 'Joined',
          value: <time dateTime={profile.joined_at}>{formatDate(profile.joined_at)}</time>,
        },
      ]}
    >
      {profile.bio ? (
        <Bio>{profile.bio}</Bio>
      ) : (
        <p className="text-15 text-muted">
          No bio yet. A line on what you follow helps others to read your posts.
        </p>
      )}
    </IdentityCard>
  )
}
