// The site that naughty strings are tried on, and requests to it. An error in its log fails the test.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Files, openFiles } from '../support/files.ts'
import { NAUGHTY } from './corpora.ts'

export const MINUTES = 60_000

/** The site of the test file that called attackSite. */
export let site: Files

/** Starts a site for this file, and looks into its log after each test. */
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

/** Only one in so many is tried, for the sake of time (`npm run faults -- exhaustive`: more of them). */
const THINNING = process.env.EXHAUSTIVE ? 1 : 3

/** One string of so many, another one for each `from`: every kind of input meets all of them, and none meets all. */
export const some = (every: number, from = 0) => part(NAUGHTY, every, from)

/** The same of another list. */
export function part<Item>(list: readonly Item[], every: number, from: number): Item[] {
  const stride = every * THINNING
  return list.filter((_item, index) => index % stride === from % stride)
}

/** A string as the name of a test's step. */
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

/** Asked between two attacks: the site still answers. */
export const readThreads = () => rest('threads?limit=1', 'guest')
