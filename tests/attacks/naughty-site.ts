// The site that naughty strings are tried on, and how it is asked. Whoever tries them fails on an error in its log.
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

/** Pages render one after the other, and passwords are hashed two at a time: there, some of the strings. */
export const some = (every: number, from = 0) =>
  NAUGHTY.filter((_text, index) => index % every === from % every)

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
