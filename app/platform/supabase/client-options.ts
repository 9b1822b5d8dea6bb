// Options of the browser's clients: the publishable key, which the page contains (app/root.tsx), and the socket.
import { META_PUBLISHABLE_KEY } from '#shared/page-contract.ts'

export function publishableKey(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${META_PUBLISHABLE_KEY}"]`)?.content ?? ''
}

/** Options of the socket (SPEC.md section 9). The library reconnects after 1, 2, 5, then 10 s by default. */
export const CHANNELS = { heartbeatIntervalMs: 30_000, params: { eventsPerSecond: 10 } }
