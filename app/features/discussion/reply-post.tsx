// One reply of a discussion: its text, its actions, and for members its edit and deletion.
import { Suspense, useState } from 'react'
import { UpvoteButton } from '#app/domain/reactions/upvote-button.tsx'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import type { Reply } from '#app/domain/replies/queries.ts'
import { QuoteLine, quoteTexts } from '#app/domain/replies/quote.tsx'
import { ReportButton } from '#app/domain/reports/report-button.tsx'
import { PostData, replyItem } from '#app/domain/threads/structured-data.tsx'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { EditedNote } from '#app/features/discussion/revisions/edited-note.tsx'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { useSession } from '#app/platform/session/session.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { Kept } from '#app/ui/kept.tsx'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { PostCard, SanitizedHtml } from '#app/ui/post-card.tsx'
import { ShareButton } from '#app/ui/share-button.tsx'
import { memberName } from '#shared/slugs.ts'
import { EditableText } from './editable-text.tsx'
import type { Abilities } from './post-tools.tsx'
import { usePost } from './use-post.ts'

const ReplyBookmark = lazyOptional(() => import('#app/domain/bookmarks/reply-bookmark.tsx'))
const EditText = lazyWithRetry(() => import('./edit-text.tsx'))
const PostTools = lazyOptional(() => import('./post-tools.tsx'))
const DeleteReply = lazyWithRetry(() => import('./delete-reply.tsx'))

type ReplyPostProps = {
  thread: FullThread
  upvotes: Upvotes
  isBestFirst: boolean
  onChanged: () => Promise<void>
  reply: Reply
  /** The paths of the page and of the discussion's first page. */
  paths: { page: string; thread: string }
  abilities: Abilities | undefined
  /** Whether the member may choose the discussion's answer. */
  mayChoose: boolean
  isMarked: boolean
  isHere: (replyId: string) => boolean
  onReply: (() => void) | null
}

export function ReplyPost({
  thread,
  reply,
  abilities,
  paths,
  upvotes,
  isBestFirst,
  mayChoose,
  isMarked,
  isHere,
  onReply,
  onChanged,
}: ReplyPostProps) {
  const session = useSession()
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { author, wiki } = reply
  const isOwn = session.status === 'member' && session.userId === author.id
  const deletion = useUndoable({
    said: 'Reply deleted',
    failed: 'There was an error deleting the reply. Please try again.',
    onDeleted: onChanged,
  })
  const anchor = replyAnchor(reply.id)
  const isEdited = reply.updated_at !== reply.created_at
  const isOpening = author.id === thread.author.id
  const isAnswer = reply.id === thread.answer_id
  // Its place among the best changes with each vote, so links to it lead to its place in the discussion.
  const link = isBestFirst ? `${paths.thread}?reply=${reply.id.slice(0, 8)}` : `#${anchor}`
  const { answers } = reply
  const { facts: details = '', is_verified: isVerified } = author
  const post = usePost(reply, {
    details,
    href: link,
    upvotes,
    isEdited,
  })
  const isQuoteHere = answers !== null && isHere(answers.id)
  const quote = answers
    ? quoteTexts(answers, isQuoteHere, paths.thread)
    : { quoteHref: '', quoteName: '', quoteText: '' }
  return (
    <Kept
      as="li"
      id={anchor}
      {...replyItem(thread, reply.id)}
      className={`reply${isAnswer ? ' answer' : ''}${isVerified ? ' verified' : ''}${isMarked ? ' marked' : ''}`}
      look={['reply', ...post.look, isAnswer, isOpening, answers !== null, isQuoteHere, onReply !== null]}
      texts={{ ...post.texts, ...quote }}
    >
      {(texts) =>
        deletion.note ?? (
          <PostCard
            author={author}
            texts={texts}
            isAnswer={isAnswer}
            hasDetails={details !== ''}
            role={isOpening ? 'Started this' : null}
            edited={
              isEdited || wiki ? (
                <EditedNote
                  wiki={wiki}
                  isEdited={isEdited}
                  post={{ replyId: reply.id }}
                  current={{ content: reply.content }}
                  author={memberName(author.username)}
                  writtenAt={reply.created_at}
                  texts={texts}
                />
              ) : null
            }
            data={<PostData {...post.dataOf(texts)} />}
            actions={
              editing ? null : (
                <>
                  <UpvoteButton
                    target={{ replyId: reply.id }}
                    texts={texts}
                    upvotes={upvotes}
                    of={`reply by ${texts.name}`}
                  />
                  {onReply ? (
                    <ActionButton
                      icon="reply"
                      label="Reply"
                      aria-label={`Reply to ${texts.name}`}
                      onClick={onReply}
                    />
                  ) : null}
                  {session.status === 'member' ? (
                    <Suspense>
                      <ReplyBookmark replyId={reply.id} userId={session.userId} author={texts.name} />
                    </Suspense>
                  ) : null}
                  <ShareButton path={isBestFirst ? link : paths.page + link} of={`reply by ${texts.name}`} />
                  <span className="end">
                    {abilities ? (
                      <Suspense>
                        <PostTools
                          post={{ replyId: reply.id }}
                          noun="reply"
                          abilities={abilities}
                          isOwn={isOwn}
                          isWiki={wiki !== undefined}
                          answer={mayChoose ? { author: texts.name, isAnswer } : null}
                          onEdit={() => setEditing(true)}
                          onDelete={() =>
                            isOwn
                              ? deletion.remove({ method: 'DELETE', path: `replies?id=eq.${reply.id}` })
                              : setDeleting(true)
                          }
                          onChanged={onChanged}
                        />
                      </Suspense>
                    ) : null}
                    {isOwn ? null : (
                      <ReportButton target={{ kind: 'reply', id: reply.id }} of={`reply by ${texts.name}`} />
                    )}
                  </span>
                </>
              )
            }
          >
            {answers ? <QuoteLine isHere={isQuoteHere} texts={texts} /> : null}
            <EditableText
              postId={reply.id}
              mayEdit={abilities?.can_edit === true}
              isEditing={editing}
              onEdit={() => setEditing(true)}
              form={(userId) => (
                <EditText
                  postId={reply.id}
                  noun="reply"
                  isOwn={isOwn}
                  isWiki={wiki !== undefined}
                  userId={userId}
                  onClose={() => setEditing(false)}
                  onSaved={async () => {
                    await onChanged()
                    setEditing(false)
                  }}
                />
              )}
            >
              <SanitizedHtml html={texts.html} links={reply.links && texts.links} />
            </EditableText>
            {deleting ? (
              <Suspense>
                <DeleteReply reply={reply} onClose={() => setDeleting(false)} onDeleted={onChanged} />
              </Suspense>
            ) : null}
          </PostCard>
        )
      }
    </Kept>
  )
}
