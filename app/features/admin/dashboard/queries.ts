// What the dashboard shows: the figures, how the server is, and what happened last.
import type { Client } from '#app/platform/session/session.ts'
import { fetchSiteApi } from '#app/platform/supabase/site-api.ts'

export type Figure = { total: number; byDay: readonly number[] }
export type FigureName = 'users' | 'discussions' | 'replies' | 'categories' | 'active' | 'reports'

/** The six figures with their last 30 days. */
export async function loadFigures(client: Client): Promise<ReadonlyMap<FigureName, Figure>> {
  const { data } = await client.rpc('admin_figures').throwOnError()
  return new Map(data.map(({ figure, total, by_day }) => [figure as FigureName, { total, byDay: by_day }]))
}

/** As server/admin/health.ts measures it. */
type Health = {
  database: { state: string; milliseconds: number | null }
  storage: { state: string; milliseconds: number | null; freeBytes: number | null }
  api: { state: string; uptimeSeconds: number }
}

export type MeasuredHealth = {
  /** Null: the server answered, and could not say. */
  health: Health | null
  /** From asking to the answer, as this browser saw it. */
  milliseconds: number
}

/** Has the server measure itself. @throws when nobody answers */
export async function loadHealth(): Promise<MeasuredHealth> {
  const from = performance.now()
  const answer = await fetchSiteApi('/health')
  const health = answer.ok ? ((await answer.json()) as Health) : null
  if (!health) console.warn('health was not told', answer.status)
  return { health, milliseconds: Math.round(performance.now() - from) }
}

const SHOWN = 10

/** What each kind of event brought last, the newest first. */
export async function loadRecent(client: Client) {
  const [members, reports, acts] = await Promise.all([
    client
      .from('profiles')
      .select('id, username, created_at')
      .order('created_at', { ascending: false })
      .limit(SHOWN)
      .throwOnError(),
    client
      .from('reports')
      .select('id, target_kind, target_label, created_at')
      .order('created_at', { ascending: false })
      .limit(SHOWN)
      .throwOnError(),
    client
      .from('moderation_log')
      .select(
        'id, action, target_table, target_label, created_at, actor:profiles!moderation_log_actor_id_fkey(username)',
      )
      .order('id', { ascending: false })
      .limit(SHOWN)
      .throwOnError(),
  ])
  return { members: members.data, reports: reports.data, acts: acts.data }
}

export type Recent = Awaited<ReturnType<typeof loadRecent>>
