// The site that naughty strings are sent to, and the requests. An error in its log fails the test.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { NAUGHTY } from './corpora.ts'

export const MINUTES = 60_000

/** The site of the test file that called attackSite. */
export let site: Files

/** Opens a site for this file, and checks its log after each test. */
export function attackSite(): void {
  beforeAll(async () => {
    site = await openFiles()
  })
  afterAll(() => site?.stop())
  afterEach(() => {
    const failures = site.server.log().filter(({ level }) => level >= 50)
    expect(failures.slice(0, 5), 'errors in the log').toEqual([])
  })
}

/** One in six strings is tried at each input, to save time: another sixth at the next one. `npm run faults -- exhaustive` tries all. */
const THINNING = process.env.EXHAUSTIVE ? 1 : 6

/** One in `every` strings, starting at `from`. Inputs with a different `from` get different strings. */
export const some = (every: number, from = 0) => part(NAUGHTY, every, from)

/** The same for another list. */
export function part<Item>(list: readonly Item[], every: number, from: number): Item[] {
  const stride = every * THINNING
  return list.filter((_item, index) => index % stride === from % stride)
}

/** A string as a readable name for the failure message. */
export const called = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text)

export function rest(
  path: string,
  as: 'guest' | 'asha' | 'admin',
  method = 'GET',
  body?: unknown,
  headers = {},
) {
  const bearer = as === 'guest' ? {} : { authorization: `Bearer ${site.tokens[as]}` }
  return fetch(`${site.server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: site.server.publishableKey,
      'content-type': 'application/json',
      ...bearer,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** A harmless request between two attacks, which shows that the site still responds. */
export const readThreads = () => rest('threads?limit=1', 'guest')
