// The opening post of a discussion. On later pages it is collapsed, so that a page begins with its replies.
import { ChevronRight, Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { BookmarkButton } from '#app/domain/bookmarks/bookmark-button.tsx'
import { UpvoteButton } from '#app/domain/reactions/upvote-button.tsx'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { OPENING_ANCHOR } from '#app/domain/replies/paging.ts'
import { ReportButton } from '#app/domain/reports/report-button.tsx'
import { EditedNote } from '#app/domain/revisions/edited-note.tsx'
import { PostData } from '#app/domain/threads/structured-data.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Skeleton } from '#app/ui/feedback/states.tsx'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { Kept } from '#app/ui/kept.tsx'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { PostCard, SanitizedHtml } from '#app/ui/post-card.tsx'
import { ShareButton } from '#app/ui/share-button.tsx'
import { count, formatDate } from '#shared/format.ts'
import { memberName, threadPath } from '#shared/slugs.ts'
import { usePost } from './use-post.ts'

const BookmarkNote = lazyOptional(() => import('#app/domain/bookmarks/bookmark-note.tsx'))
const FollowButton = lazyWithRetry(() => import('./follow-button.tsx'))
const Poll = lazyOptional(() => import('./poll.tsx'))
const EditText = lazyWithRetry(() => import('./edit-text.tsx'))
const EditThread = lazyWithRetry(() => import('./edit-thread.tsx'))
const PostTools = lazyOptional(() => import('./post-tools.tsx'))
const WaitingDraft = lazyOptional(() => import('#app/platform/drafts/waiting-draft.tsx'))
const DeleteThread = lazyWithRetry(async () => ({
  default: (await import('#app/domain/threads/delete-thread.tsx')).DeleteThread,
}))

type OpeningPostProps = {
  thread: FullThread
  page: number
  upvotes: Upvotes
  onReply: () => void
  onChanged: () => Promise<void>
}

/** What the member may do with the discussion; null for a guest, and while loading. */
export function useThreadAbilities(thread: FullThread) {
  const abilities = useMemberQuery(
    async (userId) =>
      (await import('#app/domain/threads/query-options.ts')).threadQueries.abilities(thread.id, userId),
    [thread],
  )
  return abilities ?? null
}

export function OpeningPost(props: OpeningPostProps) {
  const { thread, page } = props
  if (page === 1) {
    return (
      <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
        <Post {...props} />
        {thread.poll ? (
          <Suspense>
            <Poll thread={thread} poll={thread.poll} onChanged={props.onChanged} />
          </Suspense>
        ) : null}
      </div>
    )
  }
  return (
    <details className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 py-2 text-14 text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} aria-hidden className="shrink-0 transition-transform group-open:rotate-90" />
        <span>
          The opening post by{' '}
          <span className="font-semibold text-text">{memberName(thread.author.username)}</span>
        </span>
      </summary>
      <div className="border-t border-line p-4 sm:p-5">
        <Post {...props} />
      </div>
    </details>
  )
}

function Post({ thread, upvotes, onReply, onChanged }: OpeningPostProps) {
  const abilities = useThreadAbilities(thread)
  const session = useSession()
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { author, wiki } = thread
  const isOwn = session.status === 'member' && session.userId === author.id
  const isEdited = thread.updated_at !== thread.created_at && !thread.is_deleted
  const deletion = useUndoable({
    said: abilities?.can_delete
      ? 'Discussion deleted'
      : 'Your text is deleted. The title and the answers of others stay.',
    failed: 'There was an error deleting the discussion. Please try again.',
    onDeleted: async (outcome) => {
      if (outcome !== 'deleted') return onChanged()
      // Only if the reader is still on the page.
      if (window.location.pathname.endsWith(thread.id.slice(0, 8)))
        await navigate(`/forums/${thread.category.slug}`, { replace: true })
    },
  })
  const post = usePost(thread, {
    details: `${author.facts ? `${author.facts} · ` : ''}Joined ${formatDate(author.joined_at)} · ${count(author.total_posts, 'post', 'posts')}`,
    href: threadPath(thread),
    upvotes,
    isEdited,
  })
  if (deletion.note) return deletion.note
  return (
    <Kept
      id={OPENING_ANCHOR}
      look={['opening', ...post.look, thread.is_deleted, thread.is_locked]}
      texts={post.texts}
    >
      {(texts) => (
        <PostCard
          author={author}
          texts={texts}
          alwaysLevel
          edited={
            isEdited || wiki ? (
              <EditedNote
                wiki={wiki}
                isEdited={isEdited}
                post={{ threadId: thread.id }}
                current={thread}
                author={memberName(author.username)}
                writtenAt={thread.created_at}
                texts={texts}
              />
            ) : null
          }
          data={<PostData {...post.dataOf(texts)} />}
          actions={
            editing ? null : (
              <>
                {thread.is_deleted ? null : (
                  <UpvoteButton target={{ threadId: thread.id }} texts={texts} upvotes={upvotes} />
                )}
                {thread.is_locked || abilities?.can_reply === false ? null : (
                  <ActionButton
                    icon="reply"
                    label="Reply"
                    aria-label="Reply to the opening post"
                    onClick={onReply}
                  />
                )}
                <BookmarkButton threadId={thread.id} />
                <ShareButton path={threadPath(thread)} />
                {session.status === 'member' ? (
                  <Suspense>
                    <BookmarkNote
                      target={{ threadId: thread.id }}
                      userId={session.userId}
                      of="the opening post"
                    />
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
                        isWiki={wiki !== undefined}
                        onEdit={() => setEditing(true)}
                        onDelete={() =>
                          abilities.can_withdraw
                            ? deletion.remove({
                                method: 'POST',
                                path: 'rpc/withdraw_thread',
                                body: { thread: thread.id },
                              })
                            : setDeleting(true)
                        }
                        onChanged={onChanged}
                      />
                    </Suspense>
                  ) : null}
                  {isOwn || thread.is_deleted ? null : (
                    <ReportButton target={{ kind: 'thread', id: thread.id }} />
                  )}
                </span>
              </>
            )
          }
        >
          {abilities?.can_edit_text && !editing && session.status === 'member' ? (
            <Suspense>
              <WaitingDraft
                draftKey={editDraftKey(session.userId, thread.id)}
                onContinue={() => setEditing(true)}
              />
            </Suspense>
          ) : null}
          {editing && session.status === 'member' ? (
            <Suspense fallback={<Skeleton label="Loading the editor..." />}>
              {abilities?.can_edit ? (
                <EditThread
                  threadId={thread.id}
                  userId={session.userId}
                  onClose={() => setEditing(false)}
                  onSaved={async (title) => {
                    setEditing(false)
                    // A new title is a new address; navigating there avoids a redirect by the loader.
                    if (title !== thread.title)
                      await navigate(threadPath({ ...thread, title }), { replace: true })
                    else await onChanged()
                  }}
                />
              ) : (
                <EditText
                  postId={thread.id}
                  noun="discussion"
                  isOwn={false}
                  isWiki={wiki !== undefined}
                  userId={session.userId}
                  onClose={() => setEditing(false)}
                  onSaved={async () => {
                    await onChanged()
                    setEditing(false)
                  }}
                />
              )}
            </Suspense>
          ) : thread.is_deleted ? (
            <p className="text-15 text-muted italic">Deleted by its author</p>
          ) : (
            <SanitizedHtml html={texts.html} links={thread.links && texts.links} />
          )}
          {deleting ? (
            <Suspense>
              <DeleteThread
                thread={thread}
                onClose={() => setDeleting(false)}
                onDeleted={() => navigate(`/forums/${thread.category.slug}`, { replace: true })}
              />
            </Suspense>
          ) : null}
        </PostCard>
      )}
    </Kept>
  )
}
