// Says what happened, once, at the edge of the screen. The library is loaded with the first need of it.

export type Toast = {
  title: string
  text?: string
  variant?: 'default' | 'destructive'
  /** One thing to do about it, such as to undo it. */
  action?: { label: string; onClick: () => void }
}

type Listener = (toast: Toast) => void
let show: Listener | null = null
const waiting: Toast[] = []
let onWaiting: (() => void) | null = null

/** Shows a toast for 4 s; one at a time, the newest wins. */
export function toast(shown: Toast): void {
  if (show) show(shown)
  else {
    waiting.push(shown)
    onWaiting?.()
  }
}

/** Says what failed, in the destructive style. */
export function toastFailure(title: string, text: string): void {
  toast({ title, text, variant: 'destructive' })
}

/** For the host in root.tsx: `load` is called with every toast that nobody can show yet. @returns what ends that */
export function whenToastsWait(load: () => void): () => void {
  onWaiting = load
  if (waiting.length > 0) load()
  return () => {
    onWaiting = null
  }
}

/** For the loaded toaster: takes over, beginning with the newest that waited. */
export function takeToasts(listener: Listener): void {
  show = listener
  const newest = waiting.splice(0).at(-1)
  if (newest) listener(newest)
}

let place: (() => void) | null = null

/** For the loaded toaster: `move` puts its host where it is seen. */
export function whenToastsAreHidden(move: () => void): void {
  place = move
}

/** A modal dialog opened or closed: what lies outside of the topmost one is inert, toasts too. */
export function placeToasts(): void {
  place?.()
}
