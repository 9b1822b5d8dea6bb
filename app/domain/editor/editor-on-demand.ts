// The editor for pages that are read first: even the frame around it comes when somebody is about to write.
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'

const load = () => import('./editor.tsx')

export const EditorOnDemand = lazyWithRetry(async () => ({ default: (await load()).Editor }))

/** Begins to load the editor, so that it is there when it is opened. */
export function preloadEditor(): void {
  load()
    .then(({ preloadRichText }) => preloadRichText())
    .catch(() => undefined)
}
