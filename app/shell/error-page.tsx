// The pages for errors. Every page has the one that says that the site cannot be reached; the others are loaded when
// they are shown.
import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { isUnreachable } from '#app/platform/acts/failure.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import { attribute, ERROR_PAGE } from '#shared/page-contract.ts'
import * as t from '#words/shell.ts'

let ErrorResponse: ComponentType<{ error: unknown }> = lazy(() =>
  import('./error-response.tsx').catch(() => ({ default: Unreachable })),
)

/**
 * Before the page of an error is hydrated: whatever changes around a part that is not loaded yet would take away what the
 * server rendered, until it is.
 */
export async function loadErrorPage(): Promise<void> {
  ErrorResponse = (await import('./error-response.tsx')).default
}

export function ErrorPage({ error }: { error: unknown }) {
  if (isUnreachable(error)) return <Unreachable />
  return (
    <div {...attribute(ERROR_PAGE, '')} className="contents">
      <Suspense>
        <ErrorResponse error={error} />
      </Suspense>
    </div>
  )
}

/** The next page could not be loaded because of the network. */
function Unreachable() {
  return (
    <div className="page py-20 text-center">
      <title>{t.noConnection}</title>
      <h1 className="text-28">{t.theSiteCannotBeReached}</h1>
      <p className="mx-auto mt-2 max-w-prose text-balance text-muted">{t.checkYourConnectionAndTry}</p>
      <div className="mt-6 flex justify-center">
        <TryAgain />
      </div>
    </div>
  )
}

/** Loads the page again, also without a script. */
export function TryAgain() {
  const { pathname, search } = useLocation()
  return (
    <ButtonLink reloadDocument to={pathname + search}>
      {t.tryAgain}
    </ButtonLink>
  )
}
