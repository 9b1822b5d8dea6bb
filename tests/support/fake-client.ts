// The official client over a function instead of a network: for tests of the requests that are sent and of how answers
// are handled.
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Client } from '../../app/platform/session/session.ts'

export type Asked = { method: string; address: URL; body: string }

/** @param answer answers each request */
export function fakeClient(answer: (asked: Asked) => Response | Promise<Response>): Client {
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
    answer({
      method: init?.method ?? 'GET',
      address: new URL(input instanceof Request ? input.url : input),
      body: String(init?.body ?? ''),
    })
  // What it lacks of a whole client (accounts, channels, files) no caller of tables asks for.
  return new PostgrestClient('http://contract.test', { fetch }) as unknown as Client
}
