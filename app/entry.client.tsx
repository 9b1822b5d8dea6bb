import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localStore } from '#app/platform/browser/browser-storage.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

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
