// The modules failed to load: the network is down, or a later release replaced them. The page works as plain HTML from
// then on, and says so. Browsers do not retry a failed module, so only a reload helps.
import { HYDRATED_EVENT, ROOT_SCRIPT, SCRIPTS_FAILED } from '#shared/page-contract.ts'
import * as t from '#words/first-paint.ts'
import { isHydrated, root, waiting } from './page.ts'

const FAILED_AFTER_MS = 20_000

let notice: HTMLElement | null = null

export function watchFailures(): void {
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && fail(), true)
  addEventListener('unhandledrejection', ({ reason }) => {
    if (/import|module/i.test(String(reason))) fail()
  })
  addEventListener(
    HYDRATED_EVENT,
    () => {
      if (!notice) return
      // The modules loaded late.
      notice.remove()
      root.setAttribute(ROOT_SCRIPT, '')
    },
    { once: true },
  )
}

/** For when the browser has begun to load the modules. */
export function expectModules(): void {
  setTimeout(fail, FAILED_AFTER_MS)
}

function fail(): void {
  if (notice || isHydrated()) return
  waiting.abort()
  root.removeAttribute(ROOT_SCRIPT)
  const reload = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: t.reload,
    onclick: () => location.reload(),
  })
  notice = Object.assign(document.createElement('div'), { id: SCRIPTS_FAILED, role: 'alert' })
  notice.append(t.partsOfThisPageCould, reload)
  document.body.prepend(notice)
}
