// A part for members alone whose module is loaded before the page is hydrated. `lazy` would first show a placeholder, and
// React shows nothing in its place for 300 ms.
import { type ComponentType, useState } from 'react'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { hasStoredSession } from './session.ts'

export function earlyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Late = lazyWithRetry(load)
  let Early: ComponentType<Props> | null = null
  if (!import.meta.env.SSR && hasStoredSession())
    load().then(
      (part) => {
        Early = part.default
      },
      // It is loaded again when it is shown.
      () => undefined,
    )
  return function Part(props) {
    // The same one until the part is left: another one would lose what it shows.
    const [Loaded] = useState(() => Early ?? Late)
    return <Loaded {...props} />
  }
}
