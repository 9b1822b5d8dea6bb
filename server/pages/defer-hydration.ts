// Defers hydration: a page that is only read loads no scripts until the reader interacts with it
// (app/shell/first-paint/hydration.ts loads them). On a slow phone the text is visible and scrolls before scripts could have
// loaded.
import { DEFERRED_TYPE } from '../../shared/page-contract.ts'

const PRELOADED_MODULE = /<link rel="modulepreload"[^>]*>/g
const MODULES = /<script type="module" async="">/

/** Removes module preloads from a rendered page and makes its module script inert. */
export function deferHydration(html: string): string {
  return html.replace(PRELOADED_MODULE, '').replace(MODULES, `<script type="${DEFERRED_TYPE}">`)
}
