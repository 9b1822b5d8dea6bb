// Stores file contents. A backend knows files only by random names that the server chose.
import type { Readable } from 'node:stream'

/** First and last byte, inclusive. */
export type ByteRange = { start: number; end: number }

export type Backend = {
  /** Moves the complete file at `from` into the backend, atomically. */
  put(version: string, from: string, size: number): Promise<void>
  /** @throws FileMissing */
  read(version: string, range: ByteRange | null): Promise<Readable>
  /** @throws FileMissing */
  copy(from: string, to: string): Promise<void>
  /** Missing files are ignored. */
  remove(versions: readonly string[]): Promise<void>
}

/** The row exists and the file does not: a database restored without its files. */
export class FileMissing extends Error {}

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The last check before a name becomes a path. @throws Error for anything but a random id */
export function mustBeVersion(version: string): string {
  if (!VERSION.test(version)) throw new Error('a file has a name that this server did not give')
  return version
}
