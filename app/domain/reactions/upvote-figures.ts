// The figures beside the upvotes of one page: what was read, and what this member changed since.
import type { OwnReactions } from './queries.ts'

export type Kept = OwnReactions & {
  /** What to add to a figure, by target. */
  shift: Readonly<Record<string, number>>
}

/** The figure to show: what came with the own upvotes, or the page's, with this member's changes since. */
export function figureOf(kept: Kept | undefined, id: string, counted: number): number {
  return (kept?.counts[id] ?? counted) + (kept?.shift[id] ?? 0)
}

/** `kept` with the member's upvote for `id` set to `upvote`, and the figure following it. */
export function flip(kept: Kept, id: string, upvote: string | undefined): Kept {
  const { [id]: before, ...others } = kept.own
  const delta = (upvote ? 1 : 0) - (before ? 1 : 0)
  return {
    ...kept,
    own: upvote ? { ...others, [id]: upvote } : others,
    shift: { ...kept.shift, [id]: (kept.shift[id] ?? 0) + delta },
  }
}
