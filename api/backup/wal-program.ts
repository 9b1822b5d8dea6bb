// The program that PostgreSQL runs for each file of its WAL, in the database's folder: `archive NAME PATH`, and `fetch
// NAME PATH` during a restore. WAL_ARCHIVE has the archive's location. After an error PostgreSQL keeps the file and
// tries again.
import { archiveSegment, fetchSegment, type WalArchive } from './wal-archive.ts'

const NOT_THERE = 1
/** PostgreSQL aborts a recovery on this code, instead of mistaking an unreachable archive for the end of the WAL. */
const ABORT = 200
/** A server that does not answer must not delay the next attempt, or a shutdown. */
const WITHIN_MS = 120_000

const [what, name = '', path = ''] = process.argv.slice(2)

function fail(reason: string): never {
  process.stderr.write(`${what} ${name}: ${reason}\n`)
  process.exit(what === 'archive' ? 1 : ABORT)
}

setTimeout(() => fail(`the archive did not answer within ${WITHIN_MS / 1_000} s`), WITHIN_MS).unref()
try {
  const archive = JSON.parse(process.env.WAL_ARCHIVE ?? '') as WalArchive
  const file = { cluster: process.cwd(), name, path }
  if (what === 'archive') await archiveSegment(archive, file)
  else if (!(await fetchSegment(archive, file))) process.exitCode = NOT_THERE
} catch (error) {
  fail((error as Error).message)
}
