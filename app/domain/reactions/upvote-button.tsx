// The upvote of a discussion or a reply: its count, highlighted when it holds the member's own.
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { formatCompact } from '#shared/format.ts'
import { type Target, targetId, type Upvotes } from './use-upvotes.ts'

type UpvoteButtonProps = {
  target: Target
  /** The count that the page was read with. */
  counted: number
  upvotes: Upvotes
}

export function UpvoteButton({ target, counted, upvotes }: UpvoteButtonProps) {
  const id = targetId(target)
  const own = upvotes.isOwn(id)
  const count = Math.max(0, upvotes.countOf(id, counted))
  return (
    <>
      <ActionButton
        icon="upvote"
        label="Upvote"
        figure={formatCompact(count)}
        aria-pressed={own}
        onClick={(event) => {
          // A double-click is one wish. Its second click must not take the upvote back.
          if (event.detail < 2) upvotes.toggle(target)
        }}
      />
      <noscript>
        <span className="px-2 text-14 text-muted">
          {`${formatCompact(counted)} ${counted === 1 ? 'upvote' : 'upvotes'}`}
        </span>
      </noscript>
    </>
  )
}
