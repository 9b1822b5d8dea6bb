// The moderation log, a page at a time. Who may read it is the contract's to say.

import { rangeOf, rowsOf } from '#app/platform/address/page-number.ts'
import type { Client } from '#app/platform/session/session.ts'
import { containing, quoted } from '#app/platform/supabase/like.ts'

/** What is empty does not matter. */
export type LogAddress = { action: string; by: string; text: string; page: number }

/** In the place of an administrator's id: what the site did by itself. */
export const THE_SITE = 'site'

/** The newest entries first, with how many there are in all. */
export async function listLog(client: Client, { action, by, text, page }: LogAddress) {
  let query = client
    .from('moderation_log')
    .select(
      'id, action, target_table, target_id, target_label, reason, detail, created_at, actor:profiles!moderation_log_actor_id_fkey(username)',
      { count: 'exact' },
    )
  if (action !== '') query = query.eq('action', action)
  if (by === THE_SITE) query = query.is('actor_id', null)
  else if (by !== '') query = query.eq('actor_id', by)
  if (text !== '') {
    const pattern = quoted(containing(text))
    query = query.or(`target_label.ilike.${pattern},reason.ilike.${pattern},detail.ilike.${pattern}`)
  }
  return rowsOf(await query.order('id', { ascending: false }).range(...rangeOf(page)))
}

export type LogEntry = Awaited<ReturnType<typeof listLog>>['rows'][number]

/** The administrators, for the filter. */
export async function listAdmins(client: Client): Promise<{ id: string; username: string }[]> {
  const { data } = await client
    .from('user_roles')
    .select('member:profiles!user_roles_user_id_fkey(id, username)')
    .eq('role', 'admin')
    .throwOnError()
  return data.map(({ member }) => member).sort((a, b) => a.username.localeCompare(b.username))
}
