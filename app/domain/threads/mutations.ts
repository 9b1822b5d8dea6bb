// Writing to the threads table: starting a discussion and changing one.
import type { Client } from '#app/platform/session/session.ts'
import { isSame } from '#app/platform/supabase/compare-and-swap.ts'
import { isAnswer, POST_TIMEOUT_MS } from '#app/platform/supabase/post-id.ts'
import type { WrittenThread } from '#shared/schemas/threads.ts'

const NO_PROFILE = 'Profile not found: Please try logging out and back in to create your profile.'

/** What keeps a member without a profile from starting a discussion; null where nothing does. */
export function profileProblem(member: { settled: boolean; profile: object | null }): string | null {
  return member.settled && !member.profile ? NO_PROFILE : null
}

const UNAUTHENTICATED = 401

const CREATED = 'id, title, category:forum_categories!threads_category_id_fkey(slug)' as const

/**
 * Starts a discussion, however often it is called with it: an earlier try may have arrived without its answer coming
 * back.
 * @param id made by the form; it stays the same for all tries
 * @returns what its address is made of
 * @throws Error with SPEC.md's words; the contract's error is its `cause`
 */
export async function createThread(
  client: Client,
  id: string,
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
  // Refused by its key, or for coming so soon after the try that arrived.
  if (isAnswer(error)) {
    const { data: posted } = await client
      .from('threads')
      .select(`${CREATED}, content, tags, updated_at`)
      .eq('id', id)
      .eq('author_id', authorId)
      .maybeSingle()
    if (posted) {
      const { title, content, tags } = posted
      // Typed on since the try that arrived.
      if (!isSame({ title, content, tags }, written))
        await threadEdit(client, id, written).update(posted.updated_at)
      return { ...posted, title: written.title }
    }
  }
  // The session ended meanwhile, elsewhere.
  if (status === UNAUTHENTICATED)
    throw new Error('Must be authenticated to create a thread', { cause: error })
  throw new Error(`Failed to create thread: ${error.message}`, { cause: error })
}

/** What an edit of a discussion begins with. */
export type ThreadVersion = WrittenThread & { updated_at: string }

const VERSION = 'title, content, tags, updated_at'

/** How an edit of the discussion `id` reaches it; for `compareAndSwap`. */
export function threadEdit(client: Client, id: string, written: WrittenThread) {
  const rows = client.from('threads')
  return {
    update: (updatedAt: string) =>
      rows.update(written).eq('id', id).eq('updated_at', updatedAt).select(VERSION).throwOnError(),
    load: () => rows.select(VERSION).eq('id', id).throwOnError(),
  }
}
