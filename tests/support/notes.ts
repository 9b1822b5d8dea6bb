// A bucket of notes, for tests of storage.
import { expect } from 'vitest'
import type { Files } from './files.ts'
import { INSTANT } from './identity.ts'

export const TEXT = 'a note, twenty-six letters'
/** The metadata of a note. */
export const METADATA = {
  eTag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  size: TEXT.length,
  mimetype: 'text/plain;charset=UTF-8',
  cacheControl: 'max-age=3600',
  lastModified: INSTANT,
  contentLength: TEXT.length,
  httpStatusCode: 200,
}

/** Creates a private bucket of the service with one or more text files. */
export async function withNotes(files: Files, ...names: string[]) {
  const service = files.as('service')
  expect((await service.createBucket('notes', { public: false })).error).toBeNull()
  for (const name of names) expect((await service.from('notes').upload(name, TEXT)).error).toBeNull()
  return service.from('notes')
}
