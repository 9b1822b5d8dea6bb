// What the server hands to every loader. The key lives inside the build, so the build makes the context too
// (entry.server.tsx): a key is compared by identity, and the server's own modules are not part of the build.
import { createContext, RouterContextProvider } from 'react-router'
import type { DbClient } from '#app/platform/session/session.ts'
import type { SiteInfo } from '#app/platform/site/site.ts'

export type Resources = {
  /** The contract's client, bound to the gateway in this process, as a guest. */
  reader: DbClient
  site: SiteInfo
  /**
   * What the page shows, named for the page cache: `thread:<id>`, `category:<id>`, `threads`, `categories`,
   * `profile:<id>`, `posts:<author's id>`, `trending`, `articles`, `experts`, `chat`, `tags` (server/pages/events.ts), or
   * `static`: nothing but the settings. A page whose loaders add none is personal or an error, and is never kept.
   * One that has some is for reading: its scripts sleep until a guest touches something (frame/before-paint.js),
   * unless it must act by itself.
   */
  tags: Set<string>
  /** For a page that acts by itself: it sends guests elsewhere, or shows what happens now. */
  hydrateEagerly(): void
  /**
   * Says how the page's address is spelled (app/platform/address/canonical.ts): the query of its one spelling, with '?', or ''. A page
   * that says nothing has none. Any other spelling leads to this one, and is not kept.
   */
  declareSearch(search: string): void
  /** Above 0: this visitor asked too often, and has to wait so many milliseconds (api/limits). */
  refusedForMs: number
  /** Of the inline scripts that the rendering itself writes. */
  nonce: string
  /** What the log lines of this request are found by. */
  requestId: string
  /** False while only a page's data are asked for, by a browser that is moving on inside the site. */
  rendersHtml: boolean
  /** Takes the rendered page as bytes, which a `Response` would copy through streams. */
  keepHtml(html: Buffer): void
  /** For the server's log. */
  reportError(error: unknown): void
}

export const resources = createContext<Resources>()

/** Wraps what the server offers so that loaders can read it with `context.get(resources)`. */
export function createLoadContext(offered: Resources): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(resources, offered)
  return context
}
