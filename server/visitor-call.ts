// A function of the database, called as the visitor who posted a form and within their limits.
import type { IncomingMessage } from 'node:http'
import { withLargestBody } from '../api/http/route-cost.ts'
import type { Limits } from '../api/limits/limits.ts'
import type { Rest } from '../api/rest/rest.ts'
import { guest } from '../api/viewer.ts'

type Site = { rest: Rest; limits: Limits; siteUrl: string }

/** @returns calls the function `name` with the fields, as a guest; the API's answer */
export function visitorCall({ rest, limits, siteUrl }: Site) {
  return async (
    name: string,
    given: Record<string, string>,
    incoming: IncomingMessage,
  ): Promise<Response> => {
    const viewer = guest(limits.clientAddress(incoming))
    const body = JSON.stringify(given)
    const request = new Request(`${siteUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const refused = await limits.checkApiLimit(request, viewer)
    if (refused) return refused
    // Its fields were bounded as they arrived.
    withLargestBody(request, Buffer.byteLength(body))
    return rest.fetch(request, viewer, (work) => limits.checkWorkLimit(work, viewer))
  }
}
