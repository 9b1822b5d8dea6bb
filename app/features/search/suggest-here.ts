// Asking from the palette: as the member, whose allowance is larger, or as a guest without the whole client.
import { visitorClient } from '#app/platform/supabase/visitor-client.ts'
import { type Answers, answersOf } from './queries.ts'

/** What titles say while `typed` is being typed. @throws the contract's error, as `search` */
export async function suggestHere(typed: string, signal: AbortSignal): Promise<Answers> {
  const reader = await visitorClient()
  const { data } = await reader
    .rpc('search', { query: typed, typing: true }, { get: true })
    .abortSignal(signal)
    .throwOnError()
  return answersOf(data)
}
