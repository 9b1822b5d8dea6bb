// The pages for error responses: not found, maintenance, rate limit, and internal errors.

import { useEffect } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { keepItem, tabStore } from '#app/platform/browser/browser-storage.ts'
import { useRequestId } from '#app/shell/root-attributes.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { WAITS_FOR_PROOF } from '#shared/waiting.ts'
import * as t from '#words/shell-more.ts'
import * as waiting from '#words/waiting.ts'
import { TryAgain } from './error-page.tsx'

const RELOAD_AGAIN_MS = 30_000

/** Shows the not-found page for a 404, and an apology with a retry button otherwise. */
export default function ErrorResponse({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  if (isRouteErrorResponse(error) && String(error.data).startsWith(WAITS_FOR_PROOF)) return <OneMoment />
  if (isRouteErrorResponse(error) && error.status === 503) return <Closed />
  if (isRouteErrorResponse(error) && error.status === 429) return <TooMany />
  return <OurFault />
}

function OurFault() {
  const requestId = useRequestId()
  return (
    <div className="page py-20 text-center">
      <title>{t.somethingWentWrong}</title>
      <h1 className="text-28">{t.somethingWentWrong}</h1>
      <p className="mx-auto mt-2 max-w-prose text-balance text-muted" suppressHydrationWarning>
        {t.theFaultIsOnOur(requestId && t.ifYouWriteToUs(requestId))}
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <TryAgain />
        <ButtonLink to="/" variant="secondary">
          {t.returnToHome}
        </ButtonLink>
      </div>
    </div>
  )
}

/** The visitor is over the rate limit of rendered pages (server/pages/plain-pages.ts). */
function TooMany() {
  return (
    <div className="page py-20 text-center">
      <title>{t.tooManyPagesAtOnce}</title>
      <h1 className="text-28">{t.aShortPausePlease}</h1>
      <p className="mx-auto mt-2 max-w-prose text-balance text-muted">{t.manyPagesWereAskedFor}</p>
      <div className="mt-6 flex justify-center">
        <TryAgain />
      </div>
    </div>
  )
}

/** A proof of work opens the page, which its own address computes (server/pages/moment-page.ts). */
function OneMoment() {
  useReload('moment-reload')
  return (
    <div className="page py-20 text-center">
      <title>{t.oneMoment}</title>
      <h1 className="text-28">{waiting.oneMoment}</h1>
      <p className="mt-2 text-muted">{t.thePageOpensByItself}</p>
      <div className="mt-6 flex justify-center">
        <TryAgain />
      </div>
    </div>
  )
}

/** Reloads the page, but only once: if only the data of pages are refused, reloading would repeat forever. */
function useReload(key: string): void {
  useEffect(() => {
    const last = Number(tabStore().getItem(key) ?? 0)
    if (Date.now() - last < RELOAD_AGAIN_MS) return
    // Where nothing is kept, it would be reloaded for ever.
    if (keepItem(tabStore(), key, String(Date.now()))) window.location.reload()
  }, [key])
}

/** Maintenance began while this page was open. A reload shows the maintenance page, and admits administrators. */
function Closed() {
  useReload('closed-reload')
  return (
    <div className="page py-20 text-center">
      <title>{t.underMaintenance}</title>
      <h1 className="text-28">{t.weAreBackSoon}</h1>
      <p className="mt-2 text-muted">{t.theSiteIsUnderMaintenance}</p>
    </div>
  )
}

function NotFound() {
  return (
    <div className="page py-20 text-center">
      <title>{t.pageNotFound}</title>
      <Avatar id="404" size={72} />
      <p className="mt-2 font-display text-36 font-bold text-muted">404</p>
      <h1 className="mt-1 text-28">{t.oopsPageNotFound}</h1>
      <p className="mx-auto mt-2 max-w-prose text-balance text-muted">{t.theAddressMayBeMistyped}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <ButtonLink to="/">{t.returnToHome}</ButtonLink>
        <ButtonLink to="/forums" variant="secondary">
          {t.browseTheForums}
        </ButtonLink>
      </div>
    </div>
  )
}
