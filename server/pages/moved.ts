// Addresses of the forum that an import came from. They redirect to the same page here. Only an address that would
// otherwise be not found is looked up, with one index.
import type { Database } from '../../api/database/database.ts'
import { asService } from '../../api/database/scope.ts'
import { memberPath, replyPath, threadPath } from '../../shared/slugs.ts'
import { trimBoth } from '../../shared/trim.ts'

/** `tags`: the page cache drops a redirect by these. */
export type Moved = { to: string; tags: ReadonlySet<string> }

type Row = {
  id: string
  thread_id: string | null
  title: string | null
  category: string | null
  reply_id: string | null
  username: string | null
}

const MOST_CHARACTERS = 500

/** @param path as requested @returns null if no imported page had this address, or guests cannot see it */
export async function findMoved(db: Database, path: string): Promise<Moved | null> {
  const addresses = oldAddresses(path)
  if (addresses.length === 0) return null
  const [found] = await asService(db, (sql) => sql<Row[]>`select * from private.imported_page(${addresses})`)
  if (!found) return null
  const { id, thread_id: thread, title, category, reply_id: reply, username } = found
  if (username !== null) return { to: memberPath(username), tags: new Set([`profile:${id}`]) }
  if (category === null) return null
  if (thread === null) return { to: `/forums/${category}`, tags: new Set([`category:${id}`]) }
  const to = threadPath({ id: thread, title: title ?? '', category: { slug: category } })
  return { to: reply ? replyPath(to, reply) : to, tags: new Set([`thread:${thread}`]) }
}

/**
 * Spellings of an address in private.imported.old_address, the most exact first. Titles in addresses of Discourse and
 * NodeBB are decorative.
 */
export function oldAddresses(path: string): string[] {
  const plain = trimBoth(decode(path), '/')
  if (plain === '' || plain.length > MOST_CHARACTERS || plain.endsWith('.data')) return []
  const [kind = '', ...rest] = plain.split('/')
  const numbers = rest.filter((segment) => /^\d{1,18}$/.test(segment))
  const [first = '', second] = numbers
  const name = rest[0]?.toLowerCase() ?? ''
  const known: Record<string, string[]> = {
    t: second ? [`t/${first}/${second}`, `t/${first}`] : [`t/${first}`],
    c: [`c/${first}`],
    u: [`u/${name}`],
    topic: [`topic/${first}`],
    category: [`category/${first}`],
    post: [`post/${first}`],
    user: [`user/${name}`],
  }
  return [...(Object.hasOwn(known, kind) ? (known[kind] ?? []) : []), plain]
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
