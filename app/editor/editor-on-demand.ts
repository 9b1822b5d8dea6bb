// The editor for pages that are mostly read: its frame too is loaded when somebody starts to write.
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'

const load = () => import('./editor.tsx')

export const EditorOnDemand = lazyWithRetry(async () => ({ default: (await load()).Editor }))

/** Preloads the editor, so that it is ready when it is opened. */
export function preloadEditor(): void {
  load()
    .then(({ preloadRichText }) => preloadRichText())
    .catch(() => undefined)
}
