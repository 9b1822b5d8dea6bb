// The place of a popover at its anchor, in the window.

const GAP = 4

/** Below the anchor, aligned with that side of it; above it if there is no room below. */
export function placeAt(popover: HTMLElement, anchor: Element, side: 'left' | 'right'): void {
  const { left, right, top, bottom } = anchor.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const under = bottom + GAP
  const wanted =
    side === 'left' ? Math.min(left, document.documentElement.clientWidth - width - GAP) : right - width
  popover.style.left = `${Math.max(GAP, wanted)}px`
  popover.style.top = `${under + height > window.innerHeight ? Math.max(GAP, top - height - GAP) : under}px`
}
