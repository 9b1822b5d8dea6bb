// Signing in through Google or GitHub. The buttons always stand; the server says which of them are set up.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { useSite } from '#app/platform/site/use-site.ts'
import { Failed } from '#app/ui/feedback/states.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { buttonClass } from '#app/ui/forms/button.tsx'
import { authPath } from './next-path.ts'
import { GitHubMark, GoogleMark } from './provider-marks.tsx'
import { providerRefusal } from './provider-refusal.ts'
import { authQueries, type ProviderName } from './query-options.ts'

export const PROVIDERS: readonly { name: ProviderName; label: string; mark: ReactNode }[] = [
  { name: 'google', label: 'Google', mark: <GoogleMark /> },
  { name: 'github', label: 'GitHub', mark: <GitHubMark /> },
]

/** Which of them this site has set up; undefined while nobody knows. */
export function useSetUpProviders(): Partial<Record<ProviderName, boolean>> | undefined {
  const { publishableKey } = useSite()
  return useQuery(authQueries.providers(publishableKey)).data
}

/** @param next where the visitor goes afterwards, within the site */
export function Providers({ next }: { next: string }) {
  const external = useSetUpProviders()
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => setRefusal(providerRefusal(window.location.search)), [])
  return (
    <>
      <div className="my-5 flex items-center gap-3 text-13 text-muted">
        <span className="h-px grow bg-line" />
        or
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
                onClick={() => void leaveFor(name, next)}
              >
                <span className={isReady ? '' : 'opacity-45'}>{mark}</span>
                <span className={isReady ? '' : 'text-muted'}>
                  {/* Heard everywhere, seen where there is room. */}
                  <span className="max-sm:sr-only">Continue with </span>
                  {label}
                </span>
                {isReady || external === undefined ? null : (
                  <span className="ml-auto text-13 font-normal text-muted">Not set up on this site</span>
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
    // Back to the door: it leads on when all is well, and says so when it isn't.
    options: { redirectTo: new URL(authPath('/signin', next), window.location.origin).href },
  })
  if (error) toastFailure('Sign in failed', error.message)
}
