// Administrators' reads and writes of sanctions, notes, appeals and reasons. Each throws the API's error.
import { rangeOf, rowsOf } from '#app/platform/address/page-number.ts'
import type { Client } from '#app/platform/session/session.ts'
import { apiError } from '#app/platform/supabase/api-error.ts'
import { insertError } from '#app/platform/supabase/unauthorized.ts'

/** A member's sanctions, newest first, with what only staff knows. */
export async function loadSanctions(client: Client, member: string) {
  const [{ data: sanctions }, { data: records }] = await Promise.all([
    client
      .from('sanctions')
      .select(
        'id, kind, message, starts_at, ends_at, lifted_at, lift_reason, reason:sanction_reasons!sanctions_reason_code_fkey(en:sentence, hi:sentence_hi)',
      )
      .eq('member_id', member)
      .order('starts_at', { ascending: false })
      .throwOnError(),
    client.rpc('member_sanctions', { member }).throwOnError(),
  ])
  return sanctions.map((sanction) => ({
    ...sanction,
    record: records.find(({ id }) => id === sanction.id) ?? null,
  }))
}

export type GivenSanction = Awaited<ReturnType<typeof loadSanctions>>[number]

export async function listNotes(client: Client, member: string) {
  const { data } = await client
    .from('member_notes')
    .select('id, note, created_at, author:profiles!member_notes_author_id_fkey(username)')
    .eq('member_id', member)
    .order('created_at', { ascending: false })
    .throwOnError()
  return data
}

export async function addNote(client: Client, member: string, note: string): Promise<void> {
  const { error } = await client.from('member_notes').insert({ member_id: member, note })
  if (error) throw insertError(error)
}

export async function deleteNote(client: Client, id: string): Promise<void> {
  await client.from('member_notes').delete().eq('id', id).throwOnError()
}

export type NewSanction = {
  kind: string
  reason: string
  message: string
  note: string
  /** ISO date; null: without end. */
  endsAt: string | null
}

/** @returns its id */
export async function giveSanction(client: Client, member: string, given: NewSanction): Promise<string> {
  const { data } = await client
    .rpc('sanction_member', {
      member,
      kind: given.kind,
      reason_code: given.reason,
      message: given.message,
      note: given.note,
      ...(given.endsAt ? { ends_at: given.endsAt } : {}),
    })
    .throwOnError()
  return data
}

export async function liftSanction(client: Client, sanction: string, reason: string): Promise<void> {
  await client.rpc('lift_sanction', { sanction, reason }).throwOnError()
}

export async function listReasons(client: Client) {
  const { data } = await client
    .from('sanction_reasons')
    .select('*')
    .order('position')
    .order('code')
    .throwOnError()
  return data
}

export type Reason = Awaited<ReturnType<typeof listReasons>>[number]
export type ReasonFields = Pick<Reason, 'sentence' | 'sentence_hi' | 'message' | 'is_offered'>

/** @param code null adds a reason, after the others */
export async function saveReason(client: Client, code: string | null, fields: ReasonFields): Promise<void> {
  if (code === null) {
    const made = `reason_${crypto
      .randomUUID()
      .replaceAll(/[^a-f]/g, '')
      .slice(0, 10)}`
    const { error } = await client.from('sanction_reasons').insert({ code: made, position: 100, ...fields })
    if (error) throw insertError(error)
    return
  }
  await client.from('sanction_reasons').update(fields).eq('code', code).throwOnError()
}

export type AppealsShown = 'open' | 'decided'

export async function countOpenAppeals(client: Client): Promise<number> {
  const { count, error } = await client
    .from('appeals')
    .select('id', { count: 'exact', head: true })
    .eq('state', 'open')
  if (error) throw apiError(error)
  return count ?? 0
}

/** Open ones oldest first, decided ones newest first. */
export async function listAppeals(client: Client, { show, page }: { show: AppealsShown; page: number }) {
  const query = client.from('appeals').select(
    `id, text, state, answer, created_at, decided_at, can_decide, thread_id, reply_id,
       member:profiles!appeals_member_id_fkey(id, username),
       sanction:sanctions!appeals_sanction_id_fkey(kind, message, ends_at, starts_at, reason:sanction_reasons!sanctions_reason_code_fkey(en:sentence, hi:sentence_hi)),
       thread:threads!appeals_thread_id_fkey(id, title, category:forum_categories!threads_category_id_fkey(slug)),
       reply:replies!appeals_reply_id_fkey(id, content, thread:threads!replies_thread_id_fkey(id, title, category:forum_categories!threads_category_id_fkey(slug)))`,
    { count: 'exact' },
  )
  const wanted = show === 'open' ? query.eq('state', 'open') : query.neq('state', 'open')
  return rowsOf(
    await wanted
      .order('created_at', { ascending: show === 'open' })
      .order('id')
      .range(...rangeOf(page)),
  )
}

export type Appeal = Awaited<ReturnType<typeof listAppeals>>['rows'][number]

export async function decideAppeal(
  client: Client,
  appeal: string,
  { isGranted, answer }: { isGranted: boolean; answer: string },
): Promise<void> {
  await client.rpc('decide_appeal', { appeal, is_granted: isGranted, answer }).throwOnError()
}
