// Loads the page of a discussion, or redirects to its address.
import { data, redirect, replace } from 'react-router'
import { replyAnchor, replyPages } from '#app/domain/replies/paging.ts'
import { earlierThan, findReply, withQuotes } from '#app/domain/replies/queries.ts'
import {
  askedPage,
  asksBestFirst,
  betterAddress,
  threadPagePath,
} from '#app/domain/threads/thread-address.ts'
import { loadBestReplies, loadThread, missingStatus } from '#app/domain/threads/thread-query.ts'
import { loadLinkLines } from '#app/features/discussion/own-links.ts'
import type { DbClient } from '#app/platform/session/session.ts'
import { withPictureLinks } from '#app/platform/text/picture-links.ts'
import { threadIdRange, threadPath } from '#shared/slugs.ts'

/** @throws a response: not found, deleted, or a redirect to the canonical address */
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
    // The link that led here has no entry in the history yet: `replace` would take the page before.
    throw redirect(
      place ? `${threadPagePath(thread, place.page)}#${replyAnchor(place.id)}` : threadPath(thread),
    )
  }
  const pages = replyPages(thread.reply_count)
  const better = betterAddress(thread, url, pages)
  if (better) throw replace(better.to, better.permanent ? 301 : 302)
  const isBestFirst = asksBestFirst(url.searchParams)
  const shown = isBestFirst ? await loadBestReplies(reader, thread, page) : replies
  const { answer_id } = thread
  const isAnswerElsewhere = answer_id !== null && !shown.some(({ id }) => id === answer_id)
  const [quoted, lines, beforeAnswer] = await Promise.all([
    withQuotes(reader, shown),
    loadLinkLines(reader, [thread, ...shown], url.origin),
    isAnswerElsewhere ? earlierThan(reader, answer_id) : null,
  ])
  const linked = <Post extends { id: string; content: string }>(post: Post) => {
    const links = lines.html.get(post.id)
    return { ...post, content: withPictureLinks(post.content), ...(links ? { links } : {}) }
  }
  return {
    thread: { ...linked(thread), ...(isAnswerElsewhere ? { beforeAnswer } : {}) },
    replies: quoted.map(linked),
    related,
    page,
    pages,
    isBestFirst,
    /** Whether it names members who are no writers of its posts. */
    namesOthers: lines.namesMembers || namesWriterElsewhere(thread, quoted),
    linked: [...lines.threads.map((id) => `link:${id}`), ...lines.articles.map((id) => `article:${id}`)],
  }
}

/** Of an accepted answer, or of a reply that is answered here, on another page. */
function namesWriterElsewhere(
  { answer_id }: { answer_id: string | null },
  replies: readonly { id: string; answers: { id: string } | null }[],
): boolean {
  const here = new Set(replies.map(({ id }) => id))
  return (
    (answer_id !== null && !here.has(answer_id)) ||
    replies.some(({ answers }) => answers && !here.has(answers.id))
  )
}
