// Writes to the threads table: starting a discussion and editing one.
import { type Attempts, isAnswer, POST_TIMEOUT_MS, TakenId } from '#app/platform/acts/once.ts'
import type { Client } from '#app/platform/session/session.ts'
import { isSame } from '#app/platform/supabase/compare-and-swap.ts'
import { inPageLanguage } from '#app/platform/words/refused.ts'
import { plainText } from '#shared/plain-text.ts'
import type { WrittenPoll, WrittenThread } from '#shared/schemas/threads.ts'
import * as t from '#words/threads-more.ts'

const NO_PROFILE = t.profileNotFoundPleaseTry

/** The reason why a member without a profile cannot start a discussion; null if nothing prevents it. */
export function profileProblem(member: { settled: boolean; profile: object | null }): string | null {
  return member.settled && !member.profile ? NO_PROFILE : null
}

const UNAUTHENTICATED = 401

const CREATED = 'id, title, state, category:forum_categories!threads_category_id_fkey(slug)' as const

/**
 * Starts a discussion idempotently: an earlier attempt may have succeeded without its response arriving.
 * @param attempt of `postOnce`, with `threadWords` of what was sent
 * @returns the parts of its address
 * @throws TakenId, or Error with SPEC.md's words; the API's error is its `cause`
 */
export async function createThread(
  client: Client,
  { id, sent }: Attempts,
  authorId: string,
  categoryId: string,
  written: WrittenThread,
) {
  const { data, error, status } = await client
    .from('threads')
    .insert({ id, ...written, author_id: authorId, category_id: categoryId })
    .select(CREATED)
    .abortSignal(AbortSignal.timeout(POST_TIMEOUT_MS))
    .single()
  if (!error) return data
  // The primary key or the rate limit refused it, because an earlier attempt succeeded.
  if (isAnswer(error)) {
    const { data: posted } = await client
      .from('threads')
      .select(`${CREATED}, content, tags, updated_at`)
      .eq('id', id)
      .eq('author_id', authorId)
      .maybeSingle()
    if (posted) {
      const { title, content, tags } = posted
      if (!sent.includes(threadWords(posted))) throw new TakenId()
      // The text was changed after the attempt that succeeded.
      if (!isSame({ title, content, tags }, written))
        await threadEdit(client, id, written).update(posted.updated_at)
      return { ...posted, title: written.title }
    }
  }
  // The session ended elsewhere meanwhile.
  if (status === UNAUTHENTICATED) throw new Error(t.mustBeAuthenticated, { cause: error })
  throw new Error(t.failedToCreateThread(inPageLanguage(error.message)), { cause: error })
}

/** The words by which an earlier attempt is recognized: the database stores the text sanitized. */
export function threadWords({ title, content }: Pick<WrittenThread, 'title' | 'content'>): string {
  return `${title.trim()}\n${plainText(content)}`
}

/** Asks the poll of a discussion that the member just started; once, whichever attempt succeeds. @throws the API's error */
export async function createPoll(client: Client, threadId: string, { days, ...written }: WrittenPoll) {
  await client
    .from('polls')
    .upsert({ thread_id: threadId, open_days: days, ...written }, { ignoreDuplicates: true })
    .throwOnError()
}

/** @returns false if somebody has voted meanwhile, or the poll is gone @throws the API's error */
export async function correctPoll(client: Client, threadId: string, { days, ...written }: WrittenPoll) {
  const { data } = await client
    .from('polls')
    .update({ open_days: days, ...written })
    .eq('thread_id', threadId)
    .select('thread_id')
    .throwOnError()
  return data.length > 0
}

/**
 * Deletes the member's discussion, or only its text where others have replied.
 * @returns 'deleted' or 'emptied'
 * @throws the API's error
 */
export async function withdrawThread(client: Client, thread: string): Promise<string> {
  return (await client.rpc('withdraw_thread', { thread }).throwOnError()).data
}

/** The version that an edit starts from. */
export type ThreadVersion = WrittenThread & { updated_at: string }

const VERSION = 'title, content, tags, updated_at'

export const threadVersion = (client: Client, id: string) =>
  client.from('threads').select(VERSION).eq('id', id).throwOnError()

/** Of a wiki, of which others edit the text alone. */
export const threadTextVersion = (client: Client, id: string) =>
  client.from('threads').select('content, updated_at').eq('id', id).throwOnError()

/** The queries of an edit of the text alone, as of a wiki, for `compareAndSwap`. */
export function threadTextEdit(client: Client, id: string, content: string) {
  const rows = client.from('threads')
  return {
    update: (updatedAt: string) =>
      rows
        .update({ content })
        .eq('id', id)
        .eq('updated_at', updatedAt)
        .select('content, updated_at')
        .throwOnError(),
    load: () => threadTextVersion(client, id),
  }
}

/** The queries of an edit of the discussion `id`, for `compareAndSwap`. */
export function threadEdit(client: Client, id: string, written: WrittenThread) {
  const rows = client.from('threads')
  return {
    update: (updatedAt: string) =>
      rows.update(written).eq('id', id).eq('updated_at', updatedAt).select(VERSION).throwOnError(),
    load: () => threadVersion(client, id),
  }
}
