// Keeps a discussion among the member's own bookmarks. Shows at once and rolls back when refused.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useRequireMember } from '#app/lib/require-member.ts'
import { client, useSession } from '#app/lib/session.ts'
import { ActionButton } from '#app/ui/action-button.tsx'
import { toast } from '#app/ui/toast.ts'
import { isBookmarked, setBookmark } from './queries.ts'

export function BookmarkButton({ threadId }: { threadId: string }) {
  const session = useSession()
  const requireMember = useRequireMember()
  const queries = useQueryClient()
  const userId = session.status === 'member' ? session.userId : null
  const key = ['bookmarks', threadId, userId]
  const reading = {
    queryKey: key,
    queryFn: async () => isBookmarked(await client(), userId ?? '', threadId),
  }
  const { data: kept } = useQuery({ ...reading, enabled: userId !== null })
  const { mutate, isPending } = useMutation({
    mutationFn: async (wanted: boolean) => {
      const member = await requireMember()
      if (member) await setBookmark(member.client, member.userId, threadId, wanted)
    },
    onMutate: (wanted) => queries.setQueryData(key, wanted),
    onSuccess: (_done, wanted) => toast({ title: wanted ? 'Bookmarked' : 'Bookmark removed' }),
    onError: (error, wanted) => {
      queries.setQueryData(key, !wanted)
      sayFailed(error)
    },
  })

  async function toggle() {
    if (isPending || !(await requireMember())) return
    try {
      // A click may come before it is known whether there is a bookmark.
      mutate(!(await queries.ensureQueryData(reading)))
    } catch (error) {
      sayFailed(error)
    }
  }

  return (
    <ActionButton
      icon={<Bookmark size={17} aria-hidden fill={kept ? 'currentColor' : 'none'} />}
      label={kept ? 'Bookmarked' : 'Bookmark'}
      aria-label="Bookmark"
      aria-pressed={kept === true}
      onClick={(event) => {
        if (event.detail < 2) void toggle()
      }}
    />
  )
}

function sayFailed(error: unknown): void {
  console.warn('bookmark was refused', error)
  toast({
    title: 'Failed to bookmark',
    text: 'There was an error saving your bookmark. Please try again.',
    variant: 'destructive',
  })
}
