// What a member has in a discussion, in one read for all that ask when a page of it is opened: their upvotes and
// bookmarks, whether they follow it, and what they may do. Each of them is read alone later. A guest's browser never loads
// this.
import type { Client } from '#app/platform/session/session.ts'

/** What was not taken for as long may have changed meanwhile. */
const FRESH_MS = 10_000

type OwnThread = NonNullable<Awaited<ReturnType<typeof readThread>>>
/** Of the replies of the page. */
const OF_REPLIES = ['upvotes', 'replyAbilities', 'replyBookmarks'] as const
const OF_THREAD = ['abilities', 'bookmark', 'isFollowed'] as const
type Part = (typeof OF_REPLIES)[number] | (typeof OF_THREAD)[number]

type Opened = {
  userId: string
  threadId: string
  replyIds: readonly string[]
  answer: Promise<OwnThread | null>
  untaken: Set<Part>
  at: number
}
let opened: Opened | null = null

/** Begins the read for a page of a discussion, unless it is the one that was opened last. */
export function openOwnThread(
  client: Client,
  userId: string,
  threadId: string,
  replyIds: readonly string[],
): void {
  const isKnown = opened?.userId === userId && opened.threadId === threadId
  if (isKnown && opened?.replyIds.join() === replyIds.join()) return
  const answer = readThread(client, userId, threadId, replyIds)
  // A part that cannot be taken is read alone, which tells what failed.
  answer.catch(() => undefined)
  // Of a discussion that stays open, the other parts may have changed.
  const untaken = new Set<Part>(isKnown ? OF_REPLIES : [...OF_REPLIES, ...OF_THREAD])
  opened = { userId, threadId, replyIds, answer, untaken, at: Date.now() }
}

/**
 * What the read of the page says, for the first who asks for this part of it.
 * @returns null if it is not of `about`, was taken, is too old or could not be read
 */
export async function takeOwnThread(
  part: Part,
  userId: string,
  about: { threadId: string } | { replyIds: readonly string[] },
): Promise<OwnThread | null> {
  // The page is opened with its first effects, in any order.
  await new Promise((resolve) => setTimeout(resolve))
  const from = opened
  if (from?.userId !== userId || Date.now() - from.at > FRESH_MS) return null
  const isOfPage =
    'threadId' in about
      ? about.threadId === from.threadId
      : about.replyIds.every((id) => from.replyIds.includes(id))
  if (!isOfPage || !from.untaken.delete(part)) return null
  return from.answer.catch(() => null)
}

async function readThread(client: Client, userId: string, threadId: string, replyIds: readonly string[]) {
  const { data } = await client
    .from('threads')
    .select(
      `id, upvote_count, can_edit, can_edit_text, can_delete, can_withdraw, can_reply, can_make_wiki,
       reactions!reactions_thread_id_fkey(id), bookmarks(note, remind_at), thread_subscriptions(user_id),
       replies!replies_thread_id_fkey(id, upvote_count, can_edit, can_delete, can_make_wiki,
         reactions!reactions_reply_id_fkey(id), reply_bookmarks(note, remind_at))`,
    )
    .eq('id', threadId)
    .eq('reactions.user_id', userId)
    .eq('bookmarks.user_id', userId)
    .eq('thread_subscriptions.user_id', userId)
    .in('replies.id', [...replyIds])
    .eq('replies.reactions.user_id', userId)
    .eq('replies.reply_bookmarks.user_id', userId)
    .maybeSingle()
    .throwOnError()
  return data
}
