// A member's own sanctions, hidden posts and appeals.
import { clientQuery } from '#app/platform/query/client-query.ts'
import type { Client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'

const APPEAL = 'id, state, text, answer, created_at, decided_at'
/** Hidden posts on the page: the newest of each kind. */
const SHOWN = 20

const all = ['sanctions'] as const

async function listOwnSanctions(client: Client, userId: string) {
  const { data } = await client
    .from('sanctions')
    .select(
      `id, kind, message, starts_at, ends_at, lifted_at, lift_reason,
       reason:sanction_reasons!sanctions_reason_code_fkey(en:sentence, hi:sentence_hi), appeals(${APPEAL})`,
    )
    .eq('member_id', userId)
    .order('starts_at', { ascending: false })
    .throwOnError()
  return data
}

/** Own discussions and replies that are hidden, with their appeals, or wait for a moderator. */
async function listHiddenPosts(client: Client, userId: string) {
  const [threads, replies] = await Promise.all([
    client
      .from('threads')
      .select(`id, title, state, appeals(${APPEAL})`)
      .eq('author_id', userId)
      .eq('is_hidden', true)
      .order('created_at', { ascending: false })
      .limit(SHOWN)
      .throwOnError(),
    client
      .from('replies')
      .select(`id, content, state, appeals(${APPEAL})`)
      .eq('author_id', userId)
      .eq('is_hidden', true)
      .order('created_at', { ascending: false })
      .limit(SHOWN)
      .throwOnError(),
  ])
  return { threads: threads.data, replies: replies.data }
}

export type OwnSanction = Awaited<ReturnType<typeof listOwnSanctions>>[number]
export type OwnAppeal = OwnSanction['appeals'][number]

export const sanctionQueries = {
  all,
  own: (userId: string) => clientQuery([...all, userId], (client) => listOwnSanctions(client, userId)),
  hiddenPosts: (userId: string) =>
    clientQuery([...all, userId, 'hidden'], (client) => listHiddenPosts(client, userId)),
}

export type Subject = { sanction_id: string } | { thread_id: string } | { reply_id: string }

/** @throws the API's error */
export async function sendAppeal(
  client: Client,
  userId: string,
  subject: Subject,
  text: string,
): Promise<void> {
  const { error } = await client.from('appeals').insert({ member_id: userId, ...subject, text })
  if (error) throw apiError(error)
}
