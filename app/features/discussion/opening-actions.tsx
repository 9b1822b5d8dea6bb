// The actions below the opening post of a discussion.
import { Lock } from 'lucide-react'
import { Suspense } from 'react'
import { BookmarkButton } from '#app/domain/bookmarks/bookmark-button.tsx'
import { UpvoteButton } from '#app/domain/reactions/upvote-button.tsx'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { ReportButton } from '#app/domain/reports/report-button.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { useSession } from '#app/platform/session/session.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { ShareButton } from '#app/ui/share-button.tsx'
import { threadPath } from '#shared/slugs.ts'
import type { useThreadAbilities } from './abilities.tsx'

const BookmarkNote = lazyOptional(() => import('#app/domain/bookmarks/bookmark-note.tsx'))
const FollowButton = lazyWithRetry(() => import('./follow-button.tsx'))
const PostTools = lazyOptional(() => import('./post-tools.tsx'))

type OpeningActionsProps = {
  thread: FullThread
  texts: Parameters<typeof UpvoteButton>[0]['texts']
  upvotes: Upvotes
  abilities: ReturnType<typeof useThreadAbilities>['data']
  onReply: () => void
  onEdit: () => void
  onDelete: () => void
  onChanged: () => Promise<void>
}

export function OpeningActions(props: OpeningActionsProps) {
  const { thread, texts, upvotes, abilities, onReply, onEdit, onDelete, onChanged } = props
  const session = useSession()
  const isOwn = session.status === 'member' && session.userId === thread.author.id
  return (
    <>
      {thread.is_deleted ? null : (
        <UpvoteButton target={{ threadId: thread.id }} texts={texts} upvotes={upvotes} />
      )}
      {thread.is_locked || abilities?.can_reply === false ? null : (
        <ActionButton icon="reply" label="Reply" aria-label="Reply to the opening post" onClick={onReply} />
      )}
      <BookmarkButton threadId={thread.id} />
      <ShareButton path={threadPath(thread)} />
      {session.status === 'member' ? (
        <Suspense>
          <BookmarkNote target={{ threadId: thread.id }} userId={session.userId} of="the opening post" />
          <FollowButton threadId={thread.id} userId={session.userId} />
        </Suspense>
      ) : null}
      {thread.is_locked ? (
        <span className="inline-flex items-center gap-1.5 px-2 text-14 text-muted">
          <Lock size={15} aria-hidden /> Locked
        </span>
      ) : null}
      <span className="end">
        {abilities ? (
          <Suspense>
            <PostTools
              post={{ threadId: thread.id }}
              noun="discussion"
              abilities={{
                can_edit: abilities.can_edit_text,
                can_delete: abilities.can_delete || abilities.can_withdraw,
                can_make_wiki: abilities.can_make_wiki,
              }}
              isOwn={isOwn}
              isWiki={thread.wiki !== undefined}
              onEdit={onEdit}
              onDelete={onDelete}
              onChanged={onChanged}
            />
          </Suspense>
        ) : null}
        {isOwn || thread.is_deleted ? null : <ReportButton target={{ kind: 'thread', id: thread.id }} />}
      </span>
    </>
  )
}
