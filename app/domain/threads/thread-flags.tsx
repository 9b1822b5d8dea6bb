// The flags of a discussion in a list, as icons with labels.
import { Flag } from '#app/ui/chip.tsx'
import * as t from '#words/threads.ts'

type Flags = {
  is_sticky: boolean
  is_pinned: boolean
  is_locked: boolean
  is_hidden: boolean
  /** It waits for a moderator, which its page says. */
  isHeld?: true
}

/**
 * HOT, Sticky, Pinned, Locked, and Hidden, as they apply.
 *  @param hot see `isHot`
 * @param terse in a row of a list: on phones only the icons are visible, screen readers get the labels
 */
export function ThreadFlags({
  thread,
  hot = false,
  terse = false,
}: {
  thread: Flags
  hot?: boolean
  terse?: boolean
}) {
  return (
    <>
      {hot ? <Flag sign="hot" label={t.hot} /> : null}
      {thread.is_sticky ? <Flag terse={terse} sign="sticky" label={t.sticky} /> : null}
      {thread.is_pinned ? <Flag terse={terse} sign="pinned" label={t.pinned} /> : null}
      {thread.is_locked ? <Flag terse={terse} sign="locked" label={t.locked} /> : null}
      {thread.is_hidden && !thread.isHeld ? <Flag terse={terse} sign="hidden" label={t.hidden} /> : null}
    </>
  )
}
