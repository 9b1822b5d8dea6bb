// The actions below the opening post of a discussion.
import { Suspense } from 'react'
import { BookmarkButton } from '#app/domain/bookmarks/bookmark-button.tsx'
import { UpvoteButton } from '#app/domain/reactions/upvote-button.tsx'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { useSession } from '#app/platform/session/session.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { ShareButton } from '#app/ui/share-button.tsx'
import { threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion.ts'
import type { useThreadAbilities } from './abilities.tsx'
import { MoreButton } from './more-button.tsx'
import type { PostMenuProps } from './post-menu.tsx'

const TrackingButton = lazyOptional(() => import('#app/domain/tracking/tracking-button.tsx'))

type OpeningActionsProps = {
  thread: FullThread
  texts: Parameters<typeof UpvoteButton>[0]['texts']
  upvotes: Upvotes
  abilities: ReturnType<typeof useThreadAbilities>['data']
  onReply: () => void
} & Pick<PostMenuProps, 'history' | 'pollClosesAt' | 'onEdit' | 'onDelete' | 'onCorrectPoll' | 'onChanged'>

export function OpeningActions(props: OpeningActionsProps) {
  const { thread, texts, upvotes, abilities, onReply, ...menu } = props
  const session = useSession()
  const isOwn = session.status === 'member' && session.userId === thread.author.id
  return (
    <>
      {thread.is_deleted ? null : (
        <UpvoteButton target={{ threadId: thread.id }} texts={texts} upvotes={upvotes} />
      )}
      {thread.is_locked || abilities?.can_reply === false ? null : (
        <ActionButton icon="reply" label={t.reply} aria-label={t.replyToTheOpeningPost} onClick={onReply} />
      )}
      <BookmarkButton target={{ threadId: thread.id }} />
      <ShareButton path={threadPath(thread)} />
      {session.status === 'member' ? (
        <Suspense>
          <TrackingButton
            userId={session.userId}
            subject={{ thread_id: thread.id }}
            name={t.thisDiscussion}
            look="act"
          />
        </Suspense>
      ) : null}
      {thread.is_locked ? (
        <span className="sign-locked inline-flex items-center gap-1.5 px-2 text-14 text-muted [--sign-size:15px]">
          {t.locked}
        </span>
      ) : null}
      {thread.is_deleted && !abilities?.can_delete ? null : (
        <MoreButton
          {...menu}
          post={{ threadId: thread.id }}
          of={t.theOpeningPost}
          path={threadPath(thread)}
          author={thread.author}
          abilities={
            abilities
              ? {
                  can_edit: abilities.can_edit_text,
                  can_delete: abilities.can_delete || abilities.can_withdraw,
                  can_make_wiki: abilities.can_make_wiki,
                }
              : undefined
          }
          isOwn={isOwn}
          isWiki={thread.wiki !== undefined}
        />
      )}
    </>
  )
}
