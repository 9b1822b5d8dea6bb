// What every client of a browser is opened with: the key that the page brings along (app/root.tsx), and how its socket is
// kept (SPEC.md section 9). Reconnecting after 1, 2, 5, then 10 s is the library's own way.

export function publishableKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="publishable-key"]')?.content ?? ''
}

/**
 * How a browser keeps its socket (SPEC.md section 9). Reconnecting after 1, 2, 5, then 10 s is the library's own
 * way.
 */
export const CHANNELS = { heartbeatIntervalMs: 30_000, params: { eventsPerSecond: 10 } }
