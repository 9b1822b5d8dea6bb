// Signing in with Google or GitHub. The buttons are always shown; the server tells which providers are configured.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { act } from '#app/platform/acts/act.ts'
import { client } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/site.ts'
import { inPageLanguage } from '#app/platform/words/refused.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { buttonClass } from '#app/ui/forms/button.tsx'
import * as t from '#words/auth-more.ts'
import { providerRefusal } from './auth-errors.ts'
import { here } from './email-links.ts'
import { authPath } from './next-path.ts'
import { authQueries, type ProviderName } from './query-options.ts'

export const PROVIDERS: readonly { name: ProviderName; label: string; mark: ReactNode }[] = [
  { name: 'google', label: t.google, mark: <GoogleMark /> },
  { name: 'github', label: t.gitHub, mark: <GitHubMark /> },
]

/** Which providers are configured. */
export function useSetUpProviders() {
  const { publishableKey } = useSite()
  return useQuery(authQueries.providers(publishableKey))
}

/** @param next the path after signing in */
export function Providers({ next }: { next: string }) {
  const { data: external } = useSetUpProviders()
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => setRefusal(providerRefusal(window.location.search)), [])
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-13 text-muted">
        <span className="h-px grow bg-line" />
        {t.or}
        <span className="h-px grow bg-line" />
      </div>
      {refusal ? (
        <div className="mb-3">
          <Failed message={refusal} />
        </div>
      ) : null}
      <ul className="space-y-2">
        {PROVIDERS.map(({ name, label, mark }) => {
          const isReady = external?.[name] === true
          return (
            <li key={name}>
              <button
                type="button"
                disabled={!isReady}
                className={buttonClass(
                  'secondary',
                  'normal',
                  'w-full justify-start! disabled:border-line disabled:opacity-100!',
                )}
                onClick={() => void act(`leave for ${name}`, () => leaveFor(name, next))}
              >
                <span className={isReady ? '' : 'opacity-45'}>{mark}</span>
                <span className={isReady ? '' : 'text-muted'}>
                  {/* Screen readers always get it; it is visible where there is room. */}
                  {t.continueWith(
                    (text) => (
                      <span className="max-sm:sr-only">{text}</span>
                    ),
                    label,
                  )}
                </span>
                {isReady || external === undefined ? null : (
                  <span className="ml-auto text-right text-13 font-normal whitespace-normal text-muted">
                    {t.notSetUpOnThis}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

async function leaveFor(provider: ProviderName, next: string): Promise<void> {
  const supabase = await client()
  const { error } = await supabase.auth.signInWithOAuth({
    provider,
    // Returns to the sign-in page, which redirects on success and shows the error otherwise.
    options: { redirectTo: here(authPath('/signin', next)) },
  })
  if (error) toastFailure(t.signInFailed, inPageLanguage(error.message))
}

/** The providers' logos; their guidelines require these shapes and colours. */
function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26a5.4 5.4 0 0 1-8.04-2.84H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M4 10.72a5.41 5.41 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1L4 10.72z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.95L4 7.28a5.36 5.36 0 0 1 5-3.7z"
      />
    </svg>
  )
}

function GitHubMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d="M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8z" />
    </svg>
  )
}
