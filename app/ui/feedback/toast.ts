// Toasts. The library is loaded on first use.

export type Toast = {
  title: string
  text?: string
  variant?: 'default' | 'destructive'
  /** Such as undo. */
  action?: ToastAction
  secondAction?: ToastAction
}

type ToastAction = { label: string; onClick: () => void }

type Listener = (toast: Toast) => void
let show: Listener | null = null
const waiting: Toast[] = []
let onWaiting: (() => void) | null = null

/** Shows a toast for 4 s, with an action for 8 s; a new one replaces the previous. */
export function toast(shown: Toast): void {
  if (show) show(shown)
  else {
    waiting.push(shown)
    onWaiting?.()
  }
}

/** Shows a failure in the destructive style. */
export function toastFailure(title: string, text: string): void {
  toast({ title, text, variant: 'destructive' })
}

/**
 * For the host in root.tsx: `load` is called with every toast that cannot be shown yet.
 * @returns a function that stops this
 */
export function whenToastsWait(load: () => void): () => void {
  onWaiting = load
  if (waiting.length > 0) load()
  return () => {
    onWaiting = null
  }
}

/** For the loaded toaster: takes over, starting with the newest waiting toast. */
export function takeToasts(listener: Listener): void {
  show = listener
  const newest = waiting.splice(0).at(-1)
  if (newest) listener(newest)
}

let place: (() => void) | null = null

/** For the loaded toaster: `move` puts its host where it is visible. */
export function whenToastsAreHidden(move: () => void): void {
  place = move
}

/** Called when a modal dialog opens or closes: everything outside of the topmost one is inert, including toasts. */
export function placeToasts(): void {
  place?.()
}
