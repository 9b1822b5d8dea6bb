// What members have on the page of a discussion beyond its posts: their unsent reply, what is unread, what they mute, and quoting.
// Loaded for members only.
import { X } from 'lucide-react'
import { type Dispatch, type SetStateAction, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { replyAnchor } from '#app/domain/replies/paging.ts'
import type { Reply } from '#app/domain/replies/queries.ts'
import type { Quotable, Quote } from '#app/domain/replies/quote.tsx'
import type { Target } from '#app/domain/reports/report-reasons.ts'
import type { FullThread } from '#app/domain/threads/thread-query.ts'
import { preloadEditor } from '#app/editor/editor-on-demand.ts'
import { type Acting, useIntent, useRequireMember } from '#app/platform/acts/guest.ts'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { replyDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { dropDraft, latestDraft } from '#app/platform/drafts/drafts.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { focusItem } from '#app/ui/focus-item.ts'
import { DraftAct } from '#app/ui/forms/draft-notice.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import * as t from '#words/discussion-more.ts'
import MarkRead from './mark-read.tsx'
import MutedPosts from './muted-posts.tsx'
import QuoteButton from './quote-button.tsx'
import ReadHere from './read-here.tsx'
import type { Selected } from './selection.ts'
import { whenTakenBack } from './taken-back.ts'

const ReportDialog = lazyWithRetry(() => import('#app/domain/reports/report-dialog.tsx'))

/** The open composer: the reply that is answered, and a quotation that is appended to the text. */
export type Composing = { answers: Quote | null; quotation?: { html: string } }

type MemberToolsProps = {
  thread: FullThread
  replies: readonly Reply[]
  userId: string
  /** What is read is stored in the order of the discussion only. */
  isBestFirst: boolean
  isComposing: boolean
  /** The last posted reply. */
  posted: string | null
  onCompose: (answered: Quotable | null, selected?: Selected) => void
  setComposing: Dispatch<SetStateAction<Composing | null>>
}

export default function MemberTools({
  thread,
  replies,
  userId,
  isBestFirst,
  isComposing,
  posted,
  onCompose,
  setComposing,
}: MemberToolsProps) {
  const { revalidate } = useRevalidator()
  const replyIds = replies.map(({ id }) => id)
  const takeBack = useEffectEvent(({ answers, content }: { answers: Quote | null; content: string }) => {
    void revalidate()
    // The text of another reply that was begun meanwhile stays.
    setComposing((open) => (open ? { ...open, quotation: { html: content } } : { answers }))
    return isComposing
  })
  const [reporting, setReporting] = useState<{ member: Acting; target: Target } | null>(null)
  const requireMember = useRequireMember()
  // What a guest was about to report; the menus that report are not loaded yet.
  useIntent(
    [thread.id, ...replyIds].map((id) => `report ${id}` as const),
    true,
    (intent) => {
      const id = intent.slice('report '.length)
      const target: Target = { kind: id === thread.id ? 'thread' : 'reply', id }
      void requireMember().then((member) => setReporting(member && { member, target }))
    },
  )
  const isPostedHere = posted !== null && replyIds.includes(posted)
  // The composer that had the focus is gone, unless it is open for the next reply already.
  const showPosted = useEffectEvent((id: string) => {
    const item = isComposing ? null : document.getElementById(replyAnchor(id))
    if (item) focusItem(item)
  })
  useEffect(() => {
    if (isPostedHere) showPosted(posted)
  }, [posted, isPostedHere])
  useWarmEditor(!thread.is_locked)
  useEffect(() => whenTakenBack(thread.id, (reply) => takeBack(reply)), [thread.id])
  return (
    <>
      <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar-height)+12px)] z-20 flex flex-col items-start gap-2 px-4 sm:bottom-4 lg:items-center">
        {isComposing || thread.is_locked ? null : (
          <UnsentReply draftKey={replyDraftKey(userId, thread.id)} onContinue={() => onCompose(null)} />
        )}
        {isBestFirst ? null : <MarkRead thread={thread} replyIds={replyIds} isComposing={isComposing} />}
      </div>
      <MutedPosts userId={userId} thread={thread} replies={replies} />
      <ReadHere userId={userId} threadId={thread.id} replyIds={replyIds} />
      {reporting ? (
        <Suspense>
          <ReportDialog {...reporting} onClose={() => setReporting(null)} />
        </Suspense>
      ) : null}
      {thread.is_locked ? null : (
        <QuoteButton
          onQuote={(selected) => {
            const quoted = replies.find(({ id }) => replyAnchor(id) === selected.post.id)
            onCompose(quoted ?? null, selected)
          }}
        />
      )}
    </>
  )
}

/** After this long a member reads, and nothing else is being loaded. */
const WARM_AFTER_MS = 5_000

/** Loads the editor before somebody asks for it, unless the reader saves data. */
function useWarmEditor(isWanted: boolean): void {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (!isWanted || connection?.saveData) return
    const timer = setTimeout(preloadEditor, WARM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isWanted])
}

/** Where the composer docks, so that the way back to the text is where it was left. */
function UnsentReply({ draftKey, onContinue }: { draftKey: string; onContinue: () => void }) {
  const [found, setFound] = useState<{ key: string; at: number } | null>(null)
  // After the effects of a composer that was just closed, which stores its last letters then.
  useEffect(() => setFound(latestDraft(localStore(), draftKey, Date.now(), isAnything)), [draftKey])
  if (!found) return null
  return (
    <section
      aria-label={t.unsentReply}
      className="pointer-events-auto flex max-w-full items-center gap-x-2 rounded-card border border-line bg-surface pl-4 text-14 shadow-float max-lg:mb-13"
    >
      <p className="py-1.5 text-muted">
        {t.yourReplyFromIsNot(<TimeAgo within at={new Date(found.at).toISOString()} />)}
      </p>
      <DraftAct onClick={onContinue}>{t.continueLabel}</DraftAct>
      <DraftAct
        onClick={() => {
          dropDraft(localStore(), found.key)
          setFound(null)
        }}
      >
        {t.discard}
      </DraftAct>
      <button
        type="button"
        aria-label={t.hide}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-text"
        onClick={() => setFound(null)}
      >
        <X size={16} aria-hidden />
      </button>
    </section>
  )
}

function isAnything(value: unknown): value is unknown {
  return value !== undefined
}
