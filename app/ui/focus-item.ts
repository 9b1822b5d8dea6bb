/** Gives the focus to a thing that has no control of its own, such as a reply that was loaded. */
export function focusItem(item: HTMLElement, options: FocusOptions = { preventScroll: true }): void {
  // Beyond the reach of Tab.
  if (item.tabIndex < 0) item.tabIndex = -1
  item.focus(options)
}
