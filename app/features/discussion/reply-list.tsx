// The replies of a page of a discussion, oldest first or best first, and the reply button.

import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Upvotes } from '#app/domain/reactions/use-upvotes.ts'
import { LONG_FROM, replyAnchor } from '#app/domain/replies/paging.ts'
import type { Reply } from '#app/domain/replies/queries.ts'
import type { Quotable } from '#app/domain/replies/quote.tsx'
import { threadPagePath } from '#app/domain/threads/thread-address.ts'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { preloadEditor } from '#app/editor/editor-on-demand.ts'
import { useSession } from '#app/platform/session/session.ts'
import { Empty, NeedsScript } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import { lazyOptional } from '#app/ui/lazy-with-retry.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { count } from '#shared/format.ts'
import { ACT, attribute } from '#shared/page-contract.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import * as t from '#words/discussion.ts'
import { Unchecked, useReplyAbilities, useThreadAbilities } from './abilities.tsx'
import { ReplyPost } from './reply-post.tsx'

const NewReplies = lazyOptional(() => import('./new-replies.tsx'))
/** A guest's page asks for new replies after this: until then it needs no code for them. */
const GUEST_ASKS_AFTER_MS = 30_000
/** The place of the new replies. */
const PLACE = <div className="min-h-11 max-sm:w-full" />

type RepliesProps = {
  thread: FullThread
  replies: readonly Reply[]
  page: number
  pages: number
  upvotes: Upvotes
  href: (page: number) => string
  isBestFirst: boolean
  onReply: (answered: Quotable | null) => void
  onChanged: () => Promise<void>
}

export function Replies(props: RepliesProps) {
  const { thread, replies, page, pages, href, isBestFirst, onReply, onChanged } = props
  const isHydrated = useHydrated()
  const session = useSession()
  const isLater = useLater(GUEST_ASKS_AFTER_MS)
  const isAsker = session.status === 'member' && session.userId === thread.author.id
  const abilities = useReplyAbilities(replies)
  const marked = useMarkedReply()
  const onThisPage = new Set(replies.map(({ id }) => id))
  const paths = { page: href(page), thread: threadPagePath(thread, 1) }
  const { data: threadAbilities } = useThreadAbilities(thread)
  const mayReply = threadAbilities?.can_reply !== false && !thread.is_locked
  return (
    <section aria-labelledby="replies" className="mt-6">
      <h2 id="replies" className="text-18">
        {thread.reply_count === 0 ? t.replies : count(thread.reply_count, t.reply2, t.replies2)}
      </h2>
      {isBestFirst || thread.reply_count > LONG_FROM ? (
        <nav aria-label={t.orderOfTheReplies} className="reply-order">
          {[false, true].map((best) => (
            <Link
              key={`${best}`}
              to={`${threadPagePath(thread, 1, best)}#replies`}
              aria-current={best === isBestFirst ? 'true' : undefined}
            >
              {best ? t.bestFirst : t.oldestFirst}
            </Link>
          ))}
        </nav>
      ) : null}
      {page > 1 ? <p className="text-14 text-muted">{t.pageOf(page, pages)}</p> : null}
      <Unchecked check={abilities} />
      {replies.length === 0 ? (
        <div className="mt-3">
          <Empty title={t.noRepliesYet}>
            {thread.is_locked
              ? t.thisDiscussionWasLockedBefore
              : isAsker
                ? t.weWillTellYou
                : t.beTheFirstToAnswer}
          </Empty>
        </div>
      ) : (
        <ol className="replies mt-2 divide-y divide-line border-y border-line">
          {replies.map((reply) => (
            <ReplyPost
              key={reply.id}
              {...props}
              reply={reply}
              paths={paths}
              abilities={abilities.data?.[reply.id]}
              mayChoose={threadAbilities?.can_edit === true && !thread.is_hidden}
              isMarked={marked === replyAnchor(reply.id)}
              isHere={(id) => onThisPage.has(id)}
              {...(mayReply ? { onReply: () => onReply(reply) } : { onReply: null })}
            />
          ))}
        </ol>
      )}
      <Pagination page={page} pages={pages} href={(to) => `${href(to)}#replies`} label={t.pagesOfReplies} />
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className={mayReply ? 'max-sm:w-full' : 'w-full'}>
          <ReplyInvitation {...props} mayReply={mayReply} />
        </div>
        {page === pages && !thread.is_locked ? (
          isHydrated && (session.status === 'member' || isLater) ? (
            <Suspense fallback={PLACE}>
              <NewReplies
                threadId={thread.id}
                total={thread.reply_count}
                shown={replies.map(({ id }) => id)}
                next={replies.length >= PAGE_SIZE ? `${href(page + 1)}#replies` : null}
                onLoad={onChanged}
              />
            </Suspense>
          ) : (
            PLACE
          )
        ) : null}
      </div>
    </section>
  )
}

function ReplyInvitation({ thread, mayReply, onReply }: RepliesProps & { mayReply: boolean }) {
  const isMember = useSession().status === 'member'
  // What waits for a moderator takes no replies.
  if (thread.isHeld) return null
  if (thread.is_locked) {
    return (
      <p className="flex items-center gap-2 rounded-card border border-line bg-raised px-4 py-3 text-15 text-muted">
        <span className="sign-locked shrink-0 [--sign-size:16px]" />
        {t.thisDiscussionIsLockedIt}
      </p>
    )
  }
  if (!mayReply) {
    return (
      <p className="rounded-card border border-line bg-raised px-4 py-3 text-15 text-muted">
        {t.yourAccountCanReadHere}
      </p>
    )
  }
  return (
    <>
      <Button
        className="needs-script sign-reply max-sm:w-full"
        {...attribute(ACT, 'reply')}
        onClick={() => onReply(null)}
        // A guest signs in first.
        onPointerEnter={isMember ? preloadEditor : undefined}
      >
        {t.replyToDiscussion}
      </Button>
      <NeedsScript what={t.replying} />
    </>
  )
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

/** Whether the page has been open for so long. */
function useLater(milliseconds: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLater
}
