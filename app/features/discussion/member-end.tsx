// What a member has at the end of a discussion: what waits for a moderator, where it will stand, and the way to the next
// discussion. Loaded for members only.
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import HeldPosts from './held-posts.tsx'
import NextUnread from './next-unread.tsx'

export default function MemberEnd({ thread, userId }: { thread: FullThread; userId: string }) {
  return (
    <>
      <HeldPosts thread={thread} userId={userId} />
      <NextUnread userId={userId} threadId={thread.id} />
    </>
  )
}
