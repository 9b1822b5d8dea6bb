// The search within a discussion.
import { findThread } from '#app/domain/threads/thread-query.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { QUESTION } from '#shared/limits.ts'
import { PAGE_SIZE } from '#shared/paging.ts'
import { threadIdRange } from '#shared/slugs.ts'
import type { SearchAddress } from './address.ts'

export type SearchedThread = NonNullable<Awaited<ReturnType<typeof searchedThread>>>
export type FoundReply = Awaited<ReturnType<typeof searchThread>>[number]

/** The discussion that an address names; null if none is visible. */
export async function searchedThread(reader: DbClient, { thread }: SearchAddress) {
  const range = threadIdRange(thread)
  return range ? findThread(reader, range) : null
}

/** A page of the replies that have the words, oldest first. @throws the API's error, as `search` does (queries.ts) */
export async function searchThread(reader: DbClient, thread: string, { q, page }: SearchAddress) {
  if ([...q].length < QUESTION.min) return []
  const { data } = await reader
    .rpc(
      'search_in_thread',
      { thread, query: q, max_rows: PAGE_SIZE, skip: (page - 1) * PAGE_SIZE },
      { get: true },
    )
    .throwOnError()
  return data
}
