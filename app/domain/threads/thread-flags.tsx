// The flags of a discussion in a list, as icons with labels.
import { EyeOff, Flame, Lock, Pin, StickyNote } from 'lucide-react'
import { Flag } from '#app/ui/chip.tsx'

type Flags = {
  is_sticky: boolean
  is_pinned: boolean
  is_locked: boolean
  is_hidden: boolean
}

const SIZE = { size: 13, 'aria-hidden': true, strokeWidth: 2.25 } as const

/**
 * HOT, Sticky, Pinned, Locked and Hidden, as they apply.
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
      {hot ? <Flag intent="warn" icon={<Flame {...SIZE} />} label="HOT" /> : null}
      {thread.is_sticky ? <Flag terse={terse} icon={<StickyNote {...SIZE} />} label="Sticky" /> : null}
      {thread.is_pinned ? <Flag terse={terse} icon={<Pin {...SIZE} />} label="Pinned" /> : null}
      {thread.is_locked ? <Flag terse={terse} icon={<Lock {...SIZE} />} label="Locked" /> : null}
      {thread.is_hidden ? <Flag terse={terse} icon={<EyeOff {...SIZE} />} label="Hidden" /> : null}
    </>
  )
}
