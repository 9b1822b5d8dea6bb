import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { localStore } from './lib/browser-storage.ts'
import { forgetOldDrafts } from './lib/drafts.ts'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})

setTimeout(() => forgetOldDrafts(localStore(), Date.now()))
