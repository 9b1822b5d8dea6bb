// A page in a frame with the real inline script (app/shell/first-paint), for tests of what it does before, during and
// after hydration.
import firstPaint from '#app/shell/first-paint/first-paint.ts?inline-script'
import { HYDRATED_EVENT, ROOT_HYDRATED } from '#shared/page-contract.ts'
import { deferHydration } from '../../server/pages/defer-hydration.ts'

export type DeferredPage = { document: Document; window: Window & typeof globalThis }

type Content = {
  body: string
  /** Before the inline script: what the browser of the test is like, or <meta> elements. */
  head?: string
  /** The text of the page's module script. */
  modules?: string
}

let frame: HTMLIFrameElement | null = null

/** Opens the page in place of the last one. Its title is `the page`; it is ready for a click. */
export async function openDeferred({ body, head = '', modules = '' }: Content): Promise<DeferredPage> {
  closeDeferred()
  frame = document.createElement('iframe')
  frame.title = 'the page'
  Object.assign(frame.style, { width: '800px', height: '600px' })
  frame.srcdoc = deferHydration(
    `<!DOCTYPE html><html><head><link rel="modulepreload" href="/preloaded.js"/>${head}<script>${firstPaint}</script></head>
     <body>${body}<script type="module" async="">${modules}</script></body></html>`,
  )
  const loaded = new Promise((resolve) => frame?.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await loaded
  const window = frame.contentWindow as DeferredPage['window']
  return { document: window.document, window }
}

export function closeDeferred(): void {
  frame?.remove()
  frame = null
}

/** What the site's root does in its first effect (app/root.tsx). */
export function announceHydration({ document }: Pick<DeferredPage, 'document'>): void {
  document.documentElement.setAttribute(ROOT_HYDRATED, '')
  document.defaultView?.dispatchEvent(new Event(HYDRATED_EVENT))
}
