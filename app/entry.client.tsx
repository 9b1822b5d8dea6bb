import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { loadErrorPage } from '#app/shell/error-page.tsx'
import { ERROR_PAGE } from '#shared/page-contract.ts'

const hydrate = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })

if (document.querySelector(`[${ERROR_PAGE}]`)) loadErrorPage().then(hydrate, hydrate)
else hydrate()

// A browser without drafts, such as a guest's, does not load the module.
setTimeout(() => {
  const store = localStore()
  for (let index = 0; index < store.length; index += 1) {
    if (!store.key(index)?.startsWith('draft:')) continue
    import('#app/platform/drafts/drafts.ts').then(
      ({ forgetOldDrafts }) => forgetOldDrafts(store, Date.now()),
      () => undefined,
    )
    return
  }
})
