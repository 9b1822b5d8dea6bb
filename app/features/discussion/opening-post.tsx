// The opening post of a discussion. On later pages it is collapsed, so that a page begins with its replies.
import { ChevronRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { PostData } from '#app/domain/threads/structured-data.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { EditedNote } from '#app/features/discussion/revisions/edited-note.tsx'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { Kept } from '#app/ui/kept.tsx'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { PostCard, SanitizedHtml } from '#app/ui/post-card.tsx'
import { count, formatDate } from '#shared/format.ts'
import { OPENING_ANCHOR } from '#shared/page-contract.ts'
import { memberName, threadPath } from '#shared/slugs.ts'
import { Unchecked, useThreadAbilities } from './abilities.tsx'
import { EditableText } from './editable-text.tsx'
import { OpeningActions } from './opening-actions.tsx'
import { usePost } from './use-post.ts'

const Poll = lazyOptional(() => import('./poll.tsx'))
const EditOpening = lazyWithRetry(() => import('./edit-opening.tsx'))
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
  const checked = useThreadAbilities(thread)
  const abilities = checked.data
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { author, wiki } = thread
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
              <OpeningActions
                thread={thread}
                texts={texts}
                upvotes={upvotes}
                abilities={abilities}
                onReply={onReply}
                onEdit={() => setEditing(true)}
                onDelete={() =>
                  abilities?.can_withdraw
                    ? deletion.remove({
                        method: 'POST',
                        path: 'rpc/withdraw_thread',
                        body: { thread: thread.id },
                      })
                    : setDeleting(true)
                }
                onChanged={onChanged}
              />
            )
          }
        >
          <Unchecked check={checked} />
          <EditableText
            postId={thread.id}
            mayEdit={abilities?.can_edit_text === true}
            isEditing={editing}
            onEdit={() => setEditing(true)}
            form={(userId) => (
              <EditOpening
                thread={thread}
                userId={userId}
                isWhole={abilities?.can_edit === true}
                onClose={() => setEditing(false)}
                onChanged={onChanged}
              />
            )}
          >
            {thread.is_deleted ? (
              <p className="text-15 text-muted italic">Deleted by its author</p>
            ) : (
              <SanitizedHtml html={texts.html} links={thread.links && texts.links} />
            )}
          </EditableText>
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
