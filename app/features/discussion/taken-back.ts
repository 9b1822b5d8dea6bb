// 'Undo' in the seconds after a reply or a discussion was posted.
//
// The post is stored at once, and Undo deletes it as its author. If sending waited in the browser instead, a closed tab
// or a lost connection would lose the post. What the post caused goes with it in PostgreSQL: notifications, mails that
// wait for their minute, counters.
import { deleteReply } from '#app/domain/replies/mutations.ts'
import type { Quote } from '#app/domain/replies/quote.tsx'
import { withdrawThread } from '#app/domain/threads/mutations.ts'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { newDiscussionDraftKey, replyDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { dropDraft, keepDraft } from '#app/platform/drafts/drafts.ts'
import { client } from '#app/platform/session/session.ts'
import { toast, toastFailure } from '#app/ui/feedback/toast.ts'
import * as t from '#words/discussion-more.ts'
import * as held from '#words/held.ts'

export type PostedReply = {
  id: string
  /** It waits for a moderator. */
  isHeld: boolean
  threadId: string
  userId: string
  content: string
  answers: Quote | null
}
/** @returns whether the text is in an open composer now, which keeps its own draft */
type Listener = (reply: PostedReply) => boolean

let listener: { threadId: string; onTakenBack: Listener } | null = null

/** Calls `onTakenBack` for replies that are taken back while their discussion is open. @returns stops this */
export function whenTakenBack(threadId: string, onTakenBack: Listener): () => void {
  const mine = { threadId, onTakenBack }
  listener = mine
  return () => {
    if (listener === mine) listener = null
  }
}

/**
 * Says that the reply is posted, and offers to take it back into the composer.
 * @param but what failed after it was posted
 */
export function offerUndoOfReply(reply: PostedReply, but?: string): void {
  const draftKey = `${replyDraftKey(reply.userId, reply.threadId)}:${reply.id}`
  const said = reply.isHeld
    ? { title: held.yourReplyWaits, text: held.whyItWaits }
    : { title: t.replyPosted, ...(but ? { text: but } : {}) }
  offerUndo(said, draftKey, reply.content, {
    takeBack: async () => deleteReply(await client(), reply.id),
    onTakenBack: () => {
      if (listener?.threadId !== reply.threadId) toast({ title: t.replyTakenBack, text: t.yourTextIsADraft })
      else if (listener.onTakenBack(reply)) dropDraft(localStore(), draftKey)
    },
  })
}

/**
 * Says that the discussion is created, and offers to take it back into the form.
 * @param written the form's values
 * @param but what failed after it was created
 */
export function offerUndoOfThread(
  thread: { id: string; userId: string; isHeld: boolean },
  written: unknown,
  onTakenBack: () => void | Promise<void>,
  but?: string,
): void {
  const draftKey = `${newDiscussionDraftKey(thread.userId)}:${thread.id}`
  const title = thread.isHeld ? held.yourDiscussionWaits : t.discussionCreated
  const text = but ?? (thread.isHeld ? held.whyItWaits : undefined)
  offerUndo({ title, ...(text ? { text } : {}) }, draftKey, written, {
    takeBack: async () => withdrawThread(await client(), thread.id),
    onTakenBack: (outcome) => {
      void onTakenBack()
      toast(
        outcome === 'emptied'
          ? {
              title: t.yourTextIsTakenBack,
              text: t.somebodyHasRepliedAlreadySo,
            }
          : { title: t.discussionTakenBack },
      )
    },
  })
}

type Undo<Outcome> = { takeBack: () => Promise<Outcome>; onTakenBack: (outcome: Outcome) => void }

function offerUndo<Outcome>(
  said: { title: string; text?: string },
  draftKey: string,
  written: unknown,
  undoing: Undo<Outcome>,
): void {
  const undo = async () => {
    // Before the deletion, so that the text is in the browser whatever happens after it.
    keepDraft(localStore(), draftKey, written, Date.now())
    const outcome = await undoing.takeBack().catch((error: unknown) => {
      console.warn('a post could not be taken back', error)
      return null
    })
    if (outcome !== null) return undoing.onTakenBack(outcome)
    dropDraft(localStore(), draftKey)
    toastFailure(t.notTakenBack, t.thePostIsStillThere)
  }
  toast({ ...said, action: { label: t.undo, onClick: () => void undo() } })
}
