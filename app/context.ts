// The context that the server passes to every loader. React Router compares the key by identity, and the server's own
// modules are not part of the build, so the build also creates the context (entry.server.tsx).
import { createContext, RouterContextProvider } from 'react-router'
import type { DbClient } from '#app/platform/session/session.ts'
import type { Clock } from '#shared/clock.ts'
import type { SiteInfo } from '#shared/site.ts'

/** For `lasts`. Views, and counts of other discussions and members, are a day old at most. */
export const DAY_MS = 24 * 60 * 60 * 1_000

export type Resources = {
  /** A REST client in this process, with the role of a guest. */
  reader: DbClient
  site: SiteInfo
  /**
   * Names what the page shows, for the page cache: `thread:<id>`, `link:<id>` of a thread named below a post, `category:<id>`, `threads`, `categories`,
   * `profile:<id>`, `posts:<author's id>`, `trending`, `articles`, `experts`, `chat`, `tags` (server/pages/events.ts),
   * `category-names`, `member-names` of members who wrote nothing on the page, or `static`, which depends on the settings alone. A page without tags is personal or an error, and is not cached. A
   * page with tags is hydrated only when a guest interacts with it (app/shell/first-paint), unless it calls
   * `hydrateEagerly`.
   */
  tags: Set<string>
  /** Hydrates the page at once: it redirects guests, or shows live data. */
  hydrateEagerly(): void
  /**
   * Declares the canonical query of the page's address, with '?', or '' (app/platform/address/canonical.ts). The
   * default is no query. Any other spelling redirects to it and is not cached.
   */
  declareSearch(search: string): void
  /** When the page was rendered, in milliseconds: its hydration begins with this time. */
  renderedAt: number
  /** What a loader says about time, and when it changes (shared/clock.ts). */
  clock: Clock
  /**
   * How long the page may be kept, at most, if no event evicts it: counters and ranks change without one. The default
   * is a minute; `DAY_MS` is for pages of which everything else has a tag.
   */
  lasts(milliseconds: number): void
  /** The nonce of inline scripts that the rendering writes. */
  nonce: string
  /** The id of the request in the log. */
  requestId: string
  /** False when the browser navigates within the site and requests only the page's data. */
  rendersHtml: boolean
  /** Stores the rendered page as bytes; a `Response` would copy it through streams. */
  keepHtml(html: Buffer): void
  /** Told when something that the page says about time changes. */
  onClockChange(at: number): void
  /** Writes an error to the server's log. */
  reportError(error: unknown): void
}

export const resources = createContext<Resources>()

/** Makes the server's resources available to loaders as `context.get(resources)`. */
export function createLoadContext(offered: Resources): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(resources, offered)
  return context
}
