// Sends a page that is read with its scripts asleep: nothing but the page itself is fetched until the reader
// touches something (app/shell/before-paint.js wakes it). On a slow phone the text is there, and scrolls, before a
// script could have been.

const PRELOADED_MODULE = /<link rel="modulepreload"[^>]*>/g
const MODULES = /<script type="module" async="">/

/** Takes a rendered page; gives it without preloaded modules, and with its module script as inert text. */
export function deferHydration(html: string): string {
  return html.replace(PRELOADED_MODULE, '').replace(MODULES, '<script type="text/asleep">')
}
