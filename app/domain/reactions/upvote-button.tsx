// The upvote button of a discussion or a reply: its count, highlighted if the member upvoted.
import { notDone } from '#app/platform/acts/failure.ts'
import { useToggle } from '#app/platform/acts/toggle.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { formatCompact } from '#shared/format.ts'
import * as t from '#words/reactions.ts'
import { type Target, targetId, type Upvotes } from './use-upvotes.ts'

type UpvoteTexts = { votes: string; counted: string }

/** @param counted the count of the rendered page */
export function upvoteTexts(upvotes: Upvotes, id: string, counted: number): UpvoteTexts {
  return {
    votes: formatCompact(Math.max(0, upvotes.countOf(id, counted))),
    counted: `${formatCompact(counted)} ${counted === 1 ? t.oneUpvote : t.upvotes}`,
  }
}

type UpvoteButtonProps = {
  target: Target
  texts: UpvoteTexts
  upvotes: Upvotes
  /** What is upvoted, where a page has several such buttons: 'reply by asha'. */
  of?: string
}

const notCast = notDone(t.failedToReact, t.thereWasAnErrorProcessing)

export function UpvoteButton({ target, texts, upvotes, of }: UpvoteButtonProps) {
  const id = targetId(target)
  const toggle = useToggle({
    id: `upvote ${id}`,
    isOn: upvotes.isOwn(id),
    turn: (member) => upvotes.cast(member, target),
    failed: notCast,
  })
  return (
    <>
      <ActionButton
        icon="upvote"
        label={t.upvote}
        figure={texts.votes}
        aria-label={of && t.upvote2(of, texts.votes)}
        {...toggle}
      />
      <noscript>{texts.counted}</noscript>
    </>
  )
}
