// What came in by the contact form, for administrators: read, answer by mail, mark as answered.
import { rangeOf, rowsOf } from '#app/platform/address/page-number.ts'
import type { Client } from '#app/platform/session/session.ts'

export type Shown = 'open' | 'answered' | 'all'

/** The newest messages first, with how many there are in all. */
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

/** Mails `answer` to the sender, once. @throws what the contract said */
export async function answerMessage(client: Client, id: string, answer: string): Promise<void> {
  await client.rpc('answer_contact_message', { message_id: id, answer }).throwOnError()
}

/** Notes that messages were answered elsewhere, or are open again. @throws what the contract said */
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
  // What the policy hides from the update is no error of the contract.
  if (data.length !== ids.length) throw new Error('Unauthorized: Admin access required')
}

const SUBJECTS: Readonly<Record<string, string>> = {
  general: 'General question',
  technical: 'Technical problem',
  partnership: 'Partnership',
  feedback: 'Feedback',
  report: 'Report',
}

/** What a subject of the form is called. */
export function subjectWord(subject: string): string {
  return SUBJECTS[subject] ?? subject
}
