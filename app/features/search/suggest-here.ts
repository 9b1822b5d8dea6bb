// Asking from the palette. A guest's browser asks the contract by itself: the official client is not loaded for this.
import { retrySeconds } from '#app/lib/retry-after.ts'
import { memberClient } from '#app/lib/session.ts'
import { TooManySearches } from './failure.ts'
import { type Answers, answersOf } from './queries.ts'

/** What titles say while `typed` is being typed. @throws TooManySearches, or Error */
export async function suggestHere(typed: string, signal: AbortSignal): Promise<Answers> {
  const address = `/rest/v1/rpc/search?${new URLSearchParams({ query: typed, typing: 'true' })}`
  const response = await fetch(address, { headers: await ownHeaders(), signal })
  if (response.status === 429) {
    throw new TooManySearches(retrySeconds(response.headers.get('retry-after'), Date.now()))
  }
  if (!response.ok) throw new Error(`the search answered ${response.status}`)
  return answersOf((await response.json()) as Parameters<typeof answersOf>[0])
}

/** Members have a larger allowance, so they show who they are. */
async function ownHeaders(): Promise<Record<string, string>> {
  const apikey = document.querySelector<HTMLMetaElement>('meta[name="publishable-key"]')?.content ?? ''
  const member = await memberClient()
  const session = member ? (await member.auth.getSession()).data.session : null
  return session ? { apikey, authorization: `Bearer ${session.access_token}` } : { apikey }
}
