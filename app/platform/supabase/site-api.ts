// What the server itself tells administrators, which no table of the contract holds (server/admin).
import { client } from '#app/platform/session/session.ts'

/** Asks /site/v1 as the member who is signed in. @throws when it cannot be reached */
export async function fetchSiteApi(path: string, init: RequestInit = {}): Promise<Response> {
  const { data } = await (await client()).auth.getSession()
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
  return fetch(`/site/v1${path}`, { ...init, headers })
}
