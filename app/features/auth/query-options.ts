// Queries about sign-in methods and sessions.

import { queryOptions } from '@tanstack/react-query'
import { client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { fetchIdentity } from './identity-api.ts'

export type ProviderName = 'google' | 'github'

type Session = {
  id: string
  last_used_at: string
  user_agent: string | null
  ip: string | null
  current: boolean
}

export const authQueries = {
  /** The configured providers. */
  providers: (publishableKey: string) =>
    queryOptions({
      queryKey: ['auth', 'providers'],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: async (): Promise<Partial<Record<ProviderName, boolean>>> => {
        const response = await fetch('/auth/v1/settings', { headers: { apikey: publishableKey } })
        if (!response.ok) throw new Error(`settings answered ${response.status}`)
        const { external } = (await response.json()) as { external?: Partial<Record<ProviderName, boolean>> }
        return external ?? {}
      },
    }),
  /** The sign-in methods of the own account. */
  identities: queryOptions({
    queryKey: ['auth', 'identities'],
    queryFn: async () => {
      const { data, error } = await (await client()).auth.getUserIdentities()
      if (error) throw apiError(error)
      return data.identities
    },
  }),
  twoStep: queryOptions({
    queryKey: ['auth', 'two-step'],
    queryFn: async () => {
      const { mfa } = (await client()).auth
      const { data, error } = await mfa.listFactors()
      if (error) throw apiError(error)
      const factorId = data.totp[0]?.id ?? null
      const hasCodes = data.recovery_code.length > 0
      if (!factorId || !hasCodes) return { factorId, hasCodes, remaining: 0 }
      const codes = await mfa.recoveryCodes.getStatus()
      if (codes.error) throw apiError(codes.error)
      return { factorId, hasCodes, remaining: codes.data.remaining }
    },
  }),
  /** The active sessions. */
  sessions: queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: async () => {
      const { data, error } = await fetchIdentity<{ sessions: Session[] }>('user/sessions', 'GET')
      if (error) throw new Error(error.message, { cause: error })
      return data.sessions
    },
  }),
}
