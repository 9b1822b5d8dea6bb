// The replies of a page of a discussion, oldest first or best first, and the reply button.
import { Lock } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { preloadEditor } from '#app/domain/editor/editor-on-demand.ts'
import { UpvoteButton } from '#app/domain/reactions/upvote-button.tsx'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { LONG_FROM, replyAnchor } from '#app/domain/replies/paging.ts'
import type { Reply } from '#app/domain/replies/queries.ts'
import { type Quote, QuoteLine, quoteOf, quoteTexts } from '#app/domain/replies/quote.tsx'
import { ReportButton } from '#app/domain/reports/report-button.tsx'
import { EditedNote } from '#app/domain/revisions/edited-note.tsx'
import { PostData, replyItem } from '#app/domain/threads/structured-data.tsx'
import { threadPagePath } from '#app/domain/threads/thread-address.ts'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { useUndoable } from '#app/platform/acts/use-undoable.ts'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Empty, NeedsScript, Skeleton } from '#app/ui/feedback/states.tsx'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { Kept } from '#app/ui/kept.tsx'
import { lazyOptional, lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { PostCard, SanitizedHtml } from '#app/ui/post-card.tsx'
import { ShareButton } from '#app/ui/share-button.tsx'
import { count } from '#shared/format.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { memberName } from '#shared/slugs.ts'
import { NewReplies } from './new-replies.tsx'
import { useThreadAbilities } from './opening-post.tsx'
import type { Abilities } from './post-tools.tsx'
import { usePost } from './use-post.ts'

const ReplyBookmark = lazyOptional(() => import('#app/domain/bookmarks/reply-bookmark.tsx'))
const EditText = lazyWithRetry(() => import('./edit-text.tsx'))
const PostTools = lazyOptional(() => import('./post-tools.tsx'))
const WaitingDraft = lazyOptional(() => import('#app/platform/drafts/waiting-draft.tsx'))
const DeleteReply = lazyWithRetry(() => import('./delete-reply.tsx'))

type RepliesProps = {
  thread: FullThread
  replies: readonly Reply[]
  page: number
  pages: number
  upvotes: Upvotes
  href: (page: number) => string
  isBestFirst: boolean
  onReply: (answers: Quote | null) => void
  onChanged: () => Promise<void>
}

export function Replies(props: RepliesProps) {
  const { thread, replies, page, pages, href, isBestFirst, onReply, onChanged } = props
  const isAwake = useHydrated()
  const abilities = useReplyAbilities(replies)
  const marked = useMarkedReply()
  const onThisPage = new Set(replies.map(({ id }) => id))
  const paths = { page: href(page), thread: threadPagePath(thread, 1) }
  const threadAbilities = useThreadAbilities(thread)
  const mayReply = threadAbilities?.can_reply !== false && !thread.is_locked
  return (
    <section aria-labelledby="replies" className="mt-6">
      <h2 id="replies" className="text-18">
        {thread.reply_count === 0 ? 'Replies' : count(thread.reply_count, 'reply', 'replies')}
      </h2>
      {isBestFirst || thread.reply_count > LONG_FROM ? (
        <nav aria-label="Order of the replies" className="reply-order">
          {[false, true].map((best) => (
            <Link
              key={`${best}`}
              to={`${threadPagePath(thread, 1, best)}#replies`}
              aria-current={best === isBestFirst ? 'true' : undefined}
            >
              {best ? 'Best' : 'Oldest'} first
            </Link>
          ))}
        </nav>
      ) : null}
      {page > 1 ? (
        <p className="text-14 text-muted">
          Page {page} of {pages}
        </p>
      ) : null}
      {replies.length === 0 ? (
        <div className="mt-3">
          <Empty title="No replies yet">
            {thread.is_locked
              ? 'This discussion was locked before anybody replied.'
              : 'Be the first to answer.'}
          </Empty>
        </div>
      ) : (
        <ol className="mt-2 divide-y divide-line border-y border-line">
          {replies.map((reply) => (
            <OneReply
              key={reply.id}
              {...props}
              reply={reply}
              paths={paths}
              abilities={abilities[reply.id]}
              mayChoose={threadAbilities?.can_edit === true && !thread.is_hidden}
              isMarked={marked === replyAnchor(reply.id)}
              isHere={(id) => onThisPage.has(id)}
              {...(mayReply ? { onReply: () => onReply(quoteOf(reply)) } : { onReply: null })}
            />
          ))}
        </ol>
      )}
      <Pagination page={page} pages={pages} href={(to) => `${href(to)}#replies`} label="Pages of replies" />
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className={mayReply ? 'max-sm:w-full' : 'w-full'}>
          <ReplyInvitation {...props} mayReply={mayReply} />
        </div>
        {page === pages && !thread.is_locked ? (
          isAwake ? (
            <NewReplies
              threadId={thread.id}
              total={thread.reply_count}
              shown={replies.map(({ id }) => id)}
              next={replies.length >= PAGE_SIZE ? `${href(page + 1)}#replies` : null}
              onLoad={onChanged}
            />
          ) : (
            <div className="min-h-11 max-sm:w-full" />
          )
        ) : null}
      </div>
    </section>
  )
}

function ReplyInvitation({ thread, mayReply, onReply }: RepliesProps & { mayReply: boolean }) {
  const isMember = useSession().status === 'member'
  if (thread.is_locked) {
    return (
      <p className="flex items-center gap-2 rounded-card border border-line bg-raised px-4 py-3 text-15 text-muted">
        <Lock size={16} aria-hidden className="shrink-0" />
        This discussion is locked. It can be read, but no longer answered.
      </p>
    )
  }
  if (!mayReply) {
    return (
      <p className="rounded-card border border-line bg-raised px-4 py-3 text-15 text-muted">
        Your account can read here, but not write at the moment.
      </p>
    )
  }
  return (
    <>
      <Button
        className="needs-script sign-reply max-sm:w-full"
        onClick={() => onReply(null)}
        // A guest signs in first.
        onPointerEnter={isMember ? preloadEditor : undefined}
      >
        Reply to Discussion
      </Button>
      <NeedsScript what="Replying" />
    </>
  )
}

type OneReplyProps = Omit<RepliesProps, 'onReply'> & {
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

function OneReply({
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
}: OneReplyProps) {
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
                  <UpvoteButton target={{ replyId: reply.id }} texts={texts} upvotes={upvotes} />
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
                  <ShareButton path={isBestFirst ? link : paths.page + link} />
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
                    {isOwn ? null : <ReportButton target={{ kind: 'reply', id: reply.id }} />}
                  </span>
                </>
              )
            }
          >
            {answers ? <QuoteLine isHere={isQuoteHere} texts={texts} /> : null}
            {abilities?.can_edit && !editing && session.status === 'member' ? (
              <Suspense>
                <WaitingDraft
                  draftKey={editDraftKey(session.userId, reply.id)}
                  onContinue={() => setEditing(true)}
                />
              </Suspense>
            ) : null}
            {editing && session.status === 'member' ? (
              <Suspense fallback={<Skeleton label="Loading the editor..." />}>
                <EditText
                  postId={reply.id}
                  noun="reply"
                  isOwn={isOwn}
                  isWiki={wiki !== undefined}
                  userId={session.userId}
                  onClose={() => setEditing(false)}
                  onSaved={async () => {
                    await onChanged()
                    setEditing(false)
                  }}
                />
              </Suspense>
            ) : (
              <SanitizedHtml html={texts.html} links={reply.links && texts.links} />
            )}
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

function useReplyAbilities(replies: readonly Reply[]) {
  const abilities = useMemberQuery(
    async (userId) =>
      (await import('#app/domain/replies/query-options.ts')).replyQueries.abilities(
        replies.map(({ id }) => id),
        userId,
      ),
    [replies],
  )
  return abilities ?? {}
}

/**
 * Scrolls to the reply that the address names. `:target` highlights it after a load; the browser does not update it on
 * navigation within the site, so this does, after the first render.
 */
function useMarkedReply(): string | null {
  const { hash } = useLocation()
  const [marked, setMarked] = useState<string | null>(null)
  useEffect(() => setMarked(hash.slice(1) || null), [hash])
  return marked
}
