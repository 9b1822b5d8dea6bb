// Contact messages for administrators: reading, replying by e-mail, marking as answered.

import { rangeOf, rowsOf } from '#app/platform/address/page-number.ts'
import type { Client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { assertChanged } from '#app/platform/supabase/unauthorized.ts'
import * as t from '#words/admin.ts'

export type Shown = 'open' | 'answered' | 'all'

/** The number of messages that wait for an answer. */
export async function countOpenMessages(client: Client): Promise<number> {
  const { count, error } = await client
    .from('contact_messages')
    .select('id', { count: 'exact', head: true })
    .is('answered_at', null)
  if (error) throw apiError(error)
  return count ?? 0
}

/** The messages, newest first, with their total number. */
export async function listMessages(client: Client, { show, page }: { show: Shown; page: number }) {
  let query = client
    .from('contact_messages')
    .select(
      'id, name, email, subject, message, created_at, answered_at, answer, answer_mailed_at, member:profiles!contact_messages_user_id_fkey(username), by:profiles!contact_messages_answered_by_fkey(username)',
      { count: 'exact' },
    )
  if (show === 'open') query = query.is('answered_at', null)
  if (show === 'answered') query = query.not('answered_at', 'is', null)
  return rowsOf(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf(page)),
  )
}

export type Message = Awaited<ReturnType<typeof listMessages>>['rows'][number]

/** E-mails `answer` to the sender, once. @throws the API's error */
export async function answerMessage(client: Client, id: string, answer: string): Promise<void> {
  await client.rpc('answer_contact_message', { message_id: id, answer }).throwOnError()
}

/** Marks messages as answered elsewhere, or as open again. @throws the API's error */
export async function markAnswered(
  client: Client,
  ids: readonly string[],
  isAnswered: boolean,
): Promise<void> {
  const { data } = await client
    .from('contact_messages')
    .update({ answered_at: isAnswered ? new Date().toISOString() : null })
    .in('id', [...ids])
    .select('id')
    .throwOnError()
  assertChanged(data, ids.length)
}

const SUBJECTS: Readonly<Record<string, string>> = {
  general: t.generalQuestion,
  technical: t.technicalProblem,
  partnership: 'Partnership',
  feedback: 'Feedback',
  report: 'Report',
}

/** The label of a subject. */
export function subjectWord(subject: string): string {
  return SUBJECTS[subject] ?? subject
}
