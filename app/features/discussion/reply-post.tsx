// One reply of a discussion: its text, its actions, and for members its edit and deletion.
import { Suspense, useState } from 'react'
import { BookmarkButton } from '#app/domain/bookmarks/bookmark-button.tsx'
import { UpvoteButton } from '#app/domain/reactions/upvote-button.tsx'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import type { Reply } from '#app/domain/replies/queries.ts'
import { QuoteLine, quoteTexts } from '#app/domain/replies/quote.tsx'
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
import { languageOf } from '#shared/language-of.ts'
import { memberName, replyPath } from '#shared/slugs.ts'
import * as t from '#words/discussion.ts'
import type { Abilities } from './abilities.tsx'
import { EditableText } from './editable-text.tsx'
import { MoreButton } from './more-button.tsx'
import { usePost } from './use-post.ts'

const EditText = lazyWithRetry(() => import('./edit-text.tsx'))
const AnswerButton = lazyOptional(() => import('./answer-button.tsx'))
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
    said: t.replyDeleted,
    failed: t.thereWasAnErrorDeleting2,
    onDeleted: onChanged,
  })
  const anchor = replyAnchor(reply.id)
  const isEdited = reply.updated_at !== reply.created_at
  const isOpening = author.id === thread.author.id
  const isAnswer = reply.id === thread.answer_id
  const isAsker = session.status === 'member' && session.userId === thread.author.id
  // Its place among the best changes with each vote, so links to it lead to its place in the discussion.
  const link = isBestFirst ? replyPath(paths.thread, reply.id) : `#${anchor}`
  const { answers } = reply
  const { facts: details = '', is_verified: isVerified } = author
  const post = usePost(reply, {
    details,
    href: link,
    upvotes,
    isEdited,
  })
  const path = isBestFirst ? link : paths.page + link
  const history = {
    current: { content: reply.content },
    author: memberName(author.username),
    writtenAt: reply.created_at,
  }
  const isQuoteHere = answers !== null && isHere(answers.id)
  const quote = answers
    ? quoteTexts(answers, isQuoteHere, paths.thread)
    : { quoteHref: '', quoteName: '', quoteText: '' }
  const quoteLang = languageOf(quote.quoteText)
  return (
    <Kept
      as="li"
      id={anchor}
      {...replyItem(thread, reply.id)}
      className={`reply${isAnswer ? ' answer' : ''}${isVerified ? ' verified' : ''}${isMarked ? ' marked' : ''}`}
      look={[
        'reply',
        ...post.look,
        isAnswer,
        isOpening,
        answers !== null,
        isQuoteHere,
        quoteLang ?? '',
        onReply !== null,
      ]}
      texts={{ ...post.texts, ...quote }}
    >
      {(texts) =>
        deletion.note ?? (
          <PostCard
            author={author}
            texts={texts}
            label={t.replyBy(texts.name)}
            isAnswer={isAnswer}
            hasDetails={details !== ''}
            role={isOpening ? t.startedThis : null}
            edited={
              isEdited || wiki ? (
                <EditedNote
                  wiki={wiki}
                  isEdited={isEdited}
                  post={{ replyId: reply.id }}
                  {...history}
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
                    of={t.theReplyBy(texts.name)}
                  />
                  {onReply ? (
                    <ActionButton
                      icon="reply"
                      label={t.reply}
                      aria-label={t.replyTo(texts.name)}
                      onClick={onReply}
                    />
                  ) : null}
                  {mayChoose && isAsker ? (
                    <Suspense>
                      <AnswerButton
                        replyId={reply.id}
                        author={texts.name}
                        isAnswer={isAnswer}
                        onChanged={onChanged}
                      />
                    </Suspense>
                  ) : null}
                  {session.status === 'member' ? (
                    <>
                      <BookmarkButton target={{ replyId: reply.id }} of={t.theReplyBy(texts.name)} />
                      <ShareButton path={path} of={t.theReplyBy(texts.name)} />
                    </>
                  ) : null}
                  <MoreButton
                    post={{ replyId: reply.id }}
                    of={t.theReplyBy(texts.name)}
                    path={path}
                    author={author}
                    abilities={abilities}
                    isOwn={isOwn}
                    isWiki={wiki !== undefined}
                    isAnswer={mayChoose && !isAsker ? isAnswer : null}
                    history={isEdited ? history : null}
                    onEdit={() => setEditing(true)}
                    onDelete={() =>
                      isOwn
                        ? deletion.remove({ method: 'DELETE', path: `replies?id=eq.${reply.id}` })
                        : setDeleting(true)
                    }
                    onChanged={onChanged}
                  />
                </>
              )
            }
          >
            {answers ? <QuoteLine isHere={isQuoteHere} texts={texts} lang={quoteLang} /> : null}
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
              <SanitizedHtml html={texts.html} links={reply.links && texts.links} lang={post.lang} />
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
