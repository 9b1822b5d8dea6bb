// The composer of replies, with a draft: docked at the bottom, up to half the screen; on phones the whole screen. Loaded
// when a member opens it.

import { X } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { postReply } from '#app/domain/replies/mutations.ts'
import type { Quote } from '#app/domain/replies/quote.tsx'
import { useOthersReplying } from '#app/domain/replies/who-replies.ts'
import { EditorOnDemand } from '#app/editor/editor-on-demand.ts'
import { useAct } from '#app/platform/acts/act.ts'
import { useRequireMember } from '#app/platform/acts/guest.ts'
import { postOnce } from '#app/platform/acts/once.ts'
import { refusalOf } from '#app/platform/acts/refusal.ts'
import { replyDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { SavedNote } from '#app/platform/drafts/saved-note.tsx'
import { useDraft } from '#app/platform/drafts/use-draft.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { TimeAgo } from '#app/ui/clock.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { IconButton } from '#app/ui/forms/icon-button.tsx'
import { useModal } from '#app/ui/overlays/modal.ts'
import { useReturnFocus } from '#app/ui/return-focus.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { REPLY } from '#shared/limits.ts'
import { plainText } from '#shared/plain-text.ts'
import { memberName } from '#shared/slugs.ts'
import { textLength } from '#shared/text-length.ts'
import * as t from '#words/discussion-more.ts'
import { offerUndoOfReply, type PostedReply } from './taken-back.ts'

type ComposerProps = {
  threadId: string
  userId: string
  /** The reply that this one answers; null for the discussion itself. */
  answers: Quote | null
  /** A quotation as HTML that is appended to the text, once for each object. */
  quotation?: { html: string }
  onForgetAnswer: () => void
  onClose: () => void
  onPosted: (replyId: string, isHeld: boolean) => void | Promise<void>
}

const isText = (value: unknown): value is string => typeof value === 'string'

export default withQueries(Composer)

function Composer({
  threadId,
  userId,
  answers,
  quotation,
  onForgetAnswer,
  onClose,
  onPosted,
}: ComposerProps) {
  const draftKey = replyDraftKey(userId, threadId)
  const draft = useDraft(draftKey, isText)
  const [content, setContent] = useState(draft.found?.value ?? '')
  const [restored, setRestored] = useState(draft.found)
  /** A new number creates a new, empty editor. */
  const [resets, setResets] = useState(0)
  const [error, setError] = useState<string>()
  const requireMember = useRequireMember()
  const length = textLength(content)
  const others = useOthersReplying(threadId, userId)
  const quoted = useRef<{ html: string }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each quotation is added once, to what is there then
  useEffect(() => {
    if (!quotation || quoted.current === quotation) return
    quoted.current = quotation
    // Replaces an empty paragraph at the end.
    const written = `${content.replace(/<p><\/p>$/, '')}${quotation.html}`
    setContent(written)
    draft.keep(written)
    setResets((before) => before + 1)
  }, [quotation])

  const [post, sending] = useAct(
    async (): Promise<PostedReply | null> => {
      const member = await requireMember()
      if (!member) return null
      const written = { threadId, parentId: answers?.id ?? null, authorId: member.userId, content }
      const { id, isHeld } = await postOnce(draft, plainText(content), (attempt) =>
        postReply(member.client, attempt, written),
      )
      draft.drop()
      return { id, isHeld, threadId, userId: member.userId, content, answers }
    },
    {
      done: async (posted) => {
        if (!posted) return
        offerUndoOfReply(posted)
        await Promise.resolve(onPosted(posted.id, posted.isHeld)).catch((failure: unknown) => {
          console.warn('a posted reply could not be shown', failure)
          offerUndoOfReply(posted, t.itCouldNotBeShown)
        })
      },
      failed: (failure) => {
        console.warn('reply was refused', failure)
        toastFailure(t.failedToPostReply, t.thereWasAnErrorPosting)
        setError(refusalOf(failure)?.message ?? t.notSentWhatYouTyped)
      },
    },
  )

  function send() {
    if (length === 0) return
    const isOutOfBounds = length < REPLY.min || length > REPLY.max
    setError(isOutOfBounds ? CONSTRAINT_MESSAGES.replies_content_length : undefined)
    if (!isOutOfBounds) void post()
  }

  const head = answers ? (
    <p className="min-w-0 flex-1 truncate text-muted">
      {t.replyingTo(
        <span className="font-semibold text-text">{memberName(answers.username)}</span>,
        answers.text,
      )}
    </p>
  ) : (
    <p className="flex-1 font-semibold">{t.replyToDiscussion}</p>
  )
  const forgetAnswer = answers ? (
    <IconButton
      icon={<X size={16} aria-hidden />}
      label={t.answerTheDiscussionInsteadOf(memberName(answers.username))}
      onClick={onForgetAnswer}
    />
  ) : null
  const postButton = (
    <Button size="small" onClick={send} disabled={length === 0 || sending}>
      {sending ? t.posting : t.postReply}
    </Button>
  )
  return (
    <Panel isSending={sending} onClose={onClose}>
      {(isPhone) => (
        <>
          <div className="flex min-h-11 items-center gap-2 border-b border-line py-1 pr-1 pl-4 text-14 max-sm:min-h-14 max-sm:pr-3 max-sm:pl-1">
            {isPhone ? (
              <IconButton
                icon={<X size={20} aria-hidden />}
                label={t.close}
                onClick={onClose}
                disabled={sending}
              />
            ) : null}
            {head}
            {forgetAnswer}
            {isPhone ? postButton : null}
          </div>
          <EditorOnDemand
            key={resets}
            label={t.yourReply}
            hiddenLabel
            bare
            autoFocus
            initial={content}
            max={REPLY.max}
            error={error}
            onChange={(html) => {
              setContent(html)
              setError(undefined)
              if (html) draft.keep(html)
              else draft.drop()
            }}
            onSubmit={send}
          />
          <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-3 py-2">
            <p role="status" className="mr-auto truncate pl-1 text-13 text-muted empty:hidden">
              {others}
            </p>
            <div className="mr-auto flex min-h-9 flex-wrap items-center gap-x-2 pl-1 text-13 text-muted">
              {restored ? (
                <p>
                  {t.draftFromButtonDiscard(
                    <TimeAgo within at={new Date(restored.at).toISOString()} />,
                    (text) => (
                      <button
                        type="button"
                        className="min-h-11 px-1 text-accent underline underline-offset-2 sm:min-h-9"
                        onClick={() => {
                          draft.drop()
                          setContent('')
                          setRestored(null)
                          setResets((before) => before + 1)
                        }}
                      >
                        {text}
                      </button>
                    ),
                  )}
                </p>
              ) : null}
              <SavedNote saved={draft.saved} />
            </div>
            {isPhone ? null : (
              <>
                <Button variant="secondary" size="small" onClick={onClose} disabled={sending}>
                  {t.cancel}
                </Button>
                {postButton}
              </>
            )}
          </div>
        </>
      )}
    </Panel>
  )
}

type PanelProps = { isSending: boolean; onClose: () => void; children: (isPhone: boolean) => ReactNode }

/** On phones a dialog of the whole visible screen; elsewhere docked at the bottom of the page, which stays in use. */
function Panel({ isSending, onClose, children }: PanelProps) {
  const [isPhone] = useState(() => window.matchMedia('(max-width: 639.98px)').matches)
  const modal = useModal({ open: isPhone, onDismiss: () => isSending || onClose() })
  const place = useVisiblePart()
  const panel = useRef<HTMLElement>(null)
  useReturnFocus(panel)
  // Before the editor, which would select the paragraph. What is typed stays as a draft.
  const closeOnEscape = ({ key, target, nativeEvent }: KeyboardEvent) => {
    if (key === 'Escape' && !nativeEvent.isComposing && !isSending && !usesEscape(target)) onClose()
  }
  if (isPhone) {
    return (
      <dialog
        {...modal}
        onKeyDownCapture={closeOnEscape}
        aria-label={t.replyToDiscussion}
        style={place}
        className="fixed inset-x-0 top-0 m-0 h-dvh max-h-none w-full max-w-none bg-surface p-0 text-text [--sticky-top:0px] open:flex open:flex-col"
      >
        {children(true)}
      </dialog>
    )
  }
  return (
    <section
      ref={panel}
      aria-label={t.replyToDiscussion}
      onKeyDownCapture={closeOnEscape}
      className="fixed bottom-0 left-1/2 z-40 w-[min(760px,calc(100%-32px))] -translate-x-1/2 rounded-t-card border-x border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-float lg:left-[calc(50%-150px)] lg:w-[min(820px,calc(100%-364px))]"
    >
      <div className="flex max-h-[50dvh] flex-col">{children(false)}</div>
    </section>
  )
}

/** The place of what the on-screen keyboard leaves visible; empty while the reader has zoomed in. */
function useVisiblePart(): CSSProperties {
  const [style, setStyle] = useState<CSSProperties>({})
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const place = () => setStyle(view.scale > 1 ? {} : { top: view.offsetTop, height: view.height })
    place()
    view.addEventListener('resize', place)
    view.addEventListener('scroll', place)
    return () => {
      view.removeEventListener('resize', place)
      view.removeEventListener('scroll', place)
    }
  }, [])
  return style
}

/** Whether Escape has a meaning there: in the form of a link or a picture, and while members are suggested. */
function usesEscape(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, [aria-activedescendant]')
}
