// The active sessions, each with a button to end it.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { authMessage, type Refused } from '#app/features/auth/auth-errors.ts'
import { fetchIdentity } from '#app/features/auth/identity-api.ts'
import { authQueries } from '#app/features/auth/query-options.ts'
import { useAct } from '#app/platform/acts/act.ts'
import { client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toastFailure } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import * as t from '#words/auth-more.ts'

export function SessionList() {
  const queries = useQueryClient()
  const sessions = useQuery(authQueries.sessions)
  const refresh = () => queries.invalidateQueries(authQueries.sessions)
  const told = {
    done: refresh,
    failed: (error: unknown) => {
      toastFailure(t.notEnded, authMessage(error as Refused))
      void refresh()
    },
  }
  const [end, isBusy] = useAct(async (id: string) => {
    const { error } = await fetchIdentity<null>(`user/sessions/${id}`, 'DELETE')
    if (error) throw apiError(error)
  }, told)
  const [endOthers, isEndingOthers] = useAct(async () => {
    const { error } = await (await client()).auth.signOut({ scope: 'others' })
    if (error) throw apiError(error)
  }, told)
  if (sessions.isError) {
    return <Failed message={t.yourDevicesCouldNotBe} onRetry={() => void sessions.refetch()} />
  }
  if (sessions.isPending) return <Skeleton label={t.loadingYourDevices} rows={2} />
  return (
    <>
      <ul className="divide-y divide-line sm:-mt-2">
        {sessions.data.map(({ id, last_used_at: at, user_agent: agent, ip, current }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <p className="text-15 font-medium">{deviceName(agent)}</p>
              <p className="text-13 text-muted [overflow-wrap:anywhere]">
                {current ? t.thisDevice : <TimeAgo at={at} />}
                {ip ? ` · ${ip}` : ''}
              </p>
            </div>
            {current ? null : (
              <Button
                variant="secondary"
                size="small"
                disabled={isBusy}
                aria-label={t.end2(deviceName(agent))}
                onClick={() => void end(id)}
              >
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.data.length > 1 ? (
        <Button
          variant="secondary"
          className="mt-3"
          disabled={isEndingOthers}
          onClick={() => void endOthers()}
        >
          {isEndingOthers ? t.ending : t.endAllOthers}
        </Button>
      ) : null}
    </>
  )
}

/** Order matters: each browser's user agent also names those after it. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, t.samsungInternet],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** 'Firefox on Android'; 'Unknown device' for an unknown user agent. */
export function deviceName(userAgent: string | null): string {
  const find = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return t.browserOn(browser, system)
  return browser ?? system ?? t.unknownDevice
}
