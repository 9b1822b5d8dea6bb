// The official client with a function in place of the network, for tests of the requests that are sent and of the handling
// of responses.
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Client } from '../../app/platform/session/session.ts'

export type Asked = { method: string; address: URL; body: string }

/** @param answer returns the response to each request */
export function fakeClient(answer: (asked: Asked) => Response | Promise<Response>): Client {
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
    answer({
      method: init?.method ?? 'GET',
      address: new URL(input instanceof Request ? input.url : input),
      body: String(init?.body ?? ''),
    })
  // The code under test uses only tables, so accounts, channels and files are missing.
  return new PostgrestClient('http://contract.test', { fetch }) as unknown as Client
}
