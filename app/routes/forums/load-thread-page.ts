// Reads what a discussion's page shows, or says where it is instead.
import { data, replace } from 'react-router'
import { replyAnchor, replyPages } from '#app/domain/replies/paging.ts'
import { findReply, withQuotes } from '#app/domain/replies/queries.ts'
import { askedPage, betterAddress, threadPagePath } from '#app/domain/threads/thread-address.ts'
import { loadThread, missingStatus } from '#app/domain/threads/thread-query.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { threadIdRange, threadPath } from '#shared/slugs.ts'

/** @throws the answer to an address that shows nothing, or that is not the one of what it shows */
export async function loadThreadPage(
  reader: DbClient,
  { params, url }: { params: { threadId: string }; url: URL },
) {
  const range = threadIdRange(params.threadId)
  const page = askedPage(url.searchParams)
  const loaded = range ? await loadThread(reader, range, page) : null
  if (!loaded) throw data(null, { status: await missingStatus(reader, range) })
  const { thread, replies, related } = loaded
  const wanted = url.searchParams.get('reply')
  if (wanted) {
    const place = await findReply(reader, thread.id, wanted)
    throw replace(
      place ? `${threadPagePath(thread, place.page)}#${replyAnchor(place.id)}` : threadPath(thread),
    )
  }
  const pages = replyPages(thread.reply_count)
  const better = betterAddress(thread, url, pages)
  if (better) throw replace(better.to, better.permanent ? 301 : 302)
  return { thread, replies: await withQuotes(reader, replies), related, page, pages }
}
