// Requests to the server's own API for administrators (server/admin).
import { client } from '#app/platform/session/session.ts'

/** Requests /site/v1 as the signed-in member. @throws if it cannot be reached */
export async function fetchSiteApi(path: string, init: RequestInit = {}): Promise<Response> {
  const { data } = await (await client()).auth.getSession()
  const headers = { authorization: `Bearer ${data.session?.access_token ?? ''}` }
  return fetch(`/site/v1${path}`, { ...init, headers })
}
