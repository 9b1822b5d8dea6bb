// The pages for errors. Every page has the one that says that the site cannot be reached; the others are loaded when
// they are shown.
import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { isUnreachable } from '#app/platform/acts/failure.ts'
import { ButtonLink } from '#app/ui/forms/button.tsx'
import * as t from '#words/shell.ts'

const ErrorResponse = lazy<ComponentType<{ error: unknown }>>(() =>
  import('./error-response.tsx').catch(() => ({ default: Unreachable })),
)

export function ErrorPage({ error }: { error: unknown }) {
  if (isUnreachable(error)) return <Unreachable />
  return (
    <Suspense>
      <ErrorResponse error={error} />
    </Suspense>
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
