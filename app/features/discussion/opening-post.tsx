// The opening post of a discussion. On later pages it is collapsed, so that a page begins with its replies.
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { isQuestion, PostData } from '#app/domain/threads/structured-data.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { EditedNote } from '#app/features/discussion/revisions/edited-note.tsx'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { Kept } from '#app/ui/kept.tsx'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { PostCard, SanitizedHtml } from '#app/ui/post-card.tsx'
import { count, formatDate } from '#shared/format.ts'
import { inLanguage } from '#shared/languages.ts'
import { OPENING_ANCHOR } from '#shared/page-contract.ts'
import { memberName, threadPath } from '#shared/slugs.ts'
import * as t from '#words/discussion.ts'
import { LANGUAGE } from '#words/language.ts'
import { Unchecked, useThreadAbilities } from './abilities.tsx'
import { EditableText } from './editable-text.tsx'
import { OpeningActions } from './opening-actions.tsx'
import { usePost } from './use-post.ts'

const Poll = lazyOptional(() => import('./poll.tsx'))
const EditOpening = lazyWithRetry(() => import('./edit-opening.tsx'))
const DeleteThread = lazyWithRetry(() => import('#app/domain/threads/delete-thread.tsx'))

type OpeningPostProps = {
  thread: FullThread
  page: number
  upvotes: Upvotes
  onReply: () => void
  onChanged: () => Promise<void>
}

export function OpeningPost(props: OpeningPostProps) {
  const { page } = props
  if (page === 1) {
    return (
      <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
        <Post {...props} />
      </div>
    )
  }
  return (
    <details className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 py-2 text-14 text-muted hover:text-text [&::-webkit-details-marker]:hidden">
        <span className="sign-open shrink-0 transition-transform group-open:rotate-90" />
        {t.openingPost}
      </summary>
      <div className="border-t border-line p-4 sm:p-5">
        <Post {...props} />
      </div>
    </details>
  )
}

function Post({ thread, page, upvotes, onReply, onChanged }: OpeningPostProps) {
  const checked = useThreadAbilities(thread)
  const abilities = checked.data
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { author, wiki } = thread
  const isEdited = thread.updated_at !== thread.created_at && !thread.is_deleted
  const deletion = useUndoable({
    said: abilities?.can_delete ? t.discussionDeleted : t.yourTextIsDeletedThe,
    failed: t.thereWasAnErrorDeleting,
    onDeleted: async (outcome) => {
      if (outcome !== 'deleted') return onChanged()
      // Only if the reader is still on the page.
      if (window.location.pathname.endsWith(thread.id.slice(0, 8)))
        await navigate(`/forums/${thread.category.slug}`, { replace: true })
    },
  })
  // It stands on the first page, where the post is not collapsed.
  const poll = page === 1 ? thread.poll : null
  const ownPoll = useMemberQuery(
    poll &&
      (async (userId) => (await import('./query-options.ts')).discussionQueries.ownPoll(thread.id, userId)),
    [thread],
  )
  const [isCorrecting, setCorrecting] = useState(false)
  const history = {
    current: thread,
    author: memberName(author.username),
    writtenAt: thread.created_at,
  }
  const post = usePost(thread, {
    details: `${author.facts ? `${author.facts} · ` : ''}${t.joined(formatDate(author.joined_at), count(author.total_posts, t.post, t.posts))}`,
    href: inLanguage(LANGUAGE, threadPath(thread)),
    upvotes,
    isEdited,
  })
  if (deletion.note) return deletion.note
  return (
    <Kept
      id={OPENING_ANCHOR}
      // A poll is different in each discussion.
      look={poll ? null : ['opening', ...post.look, thread.is_deleted, thread.is_locked, isQuestion(thread)]}
      texts={post.texts}
    >
      {(texts) => (
        <>
          <h2 className="sr-only">{t.openingPost}</h2>
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
                  {...history}
                  texts={texts}
                />
              ) : null
            }
            data={<PostData {...post.dataOf(texts)} {...(isQuestion(thread) ? {} : { upvotes: null })} />}
            actions={
              editing ? null : (
                <OpeningActions
                  thread={thread}
                  texts={texts}
                  upvotes={upvotes}
                  abilities={abilities}
                  history={isEdited ? history : null}
                  pollClosesAt={poll?.closes_at ?? null}
                  onCorrectPoll={ownPoll.data?.can_edit ? () => setCorrecting(true) : undefined}
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
                <p className="text-15 text-muted italic">{t.deletedByItsAuthor}</p>
              ) : (
                <SanitizedHtml html={texts.html} links={thread.links && texts.links} lang={post.lang} />
              )}
            </EditableText>
            {poll ? (
              <Suspense>
                <Poll
                  thread={thread}
                  poll={poll}
                  own={ownPoll}
                  mayReply={abilities?.can_reply === true}
                  isCorrecting={isCorrecting}
                  onCorrect={setCorrecting}
                  onChanged={onChanged}
                />
              </Suspense>
            ) : null}
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
        </>
      )}
    </Kept>
  )
}
