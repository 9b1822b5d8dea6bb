// Where bytes lie. A backend knows files by the random name that the server gave them, and nothing else.
import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

export type Backend = {
  /** Takes over the finished file at the path `from`, which is gone afterwards. Whole or not at all. */
  put(version: string, from: string, size: number): Promise<void>
  /** @throws FileMissing */
  read(version: string, range: ByteRange | null): Promise<Readable>
  /** @throws FileMissing */
  copy(from: string, to: string): Promise<void>
  /** Missing ones are no error. */
  remove(versions: readonly string[]): Promise<void>
}

/** There is a row and no bytes: a restored database without its files. */
export class FileMissing extends Error {}

const VERSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The last guard before a name becomes a path. @throws Error for anything but a random id */
export function mustBeVersion(version: string): string {
  if (!VERSION.test(version)) throw new Error('a file has a name that this server did not give')
  return version
}
