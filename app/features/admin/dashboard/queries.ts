// Data of the dashboard: figures, health and recent activity.
import { lowerFirst, sentence } from '#app/features/admin/log/log.ts'
import type { Client } from '#app/platform/session/session.ts'
import { memberFetch } from '#app/platform/supabase/member-fetch.ts'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/admin.ts'

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
  redis: { state: string } | null
  backup: { state: string; at: string | null; bytes: number | null } | null
  walArchive: { state: string; at: string | null; waitingBytes: number } | null
  mail: { refused: number; complained: number } | null
  push: { devices: number; delayed: number } | null
}

export type MeasuredHealth = {
  /** Null: the server answered, but could not tell. */
  health: Health | null
  /** The time from request to response, as this browser measured it. */
  milliseconds: number
}

/** Lets the server measure its health. @throws when it does not answer */
export async function loadHealth(): Promise<MeasuredHealth> {
  const from = performance.now()
  const answer = await memberFetch('/site/v1/health')
  const health = answer.ok ? ((await answer.json()) as Health) : null
  if (!health) console.warn('health was not told', answer.status)
  return { health, milliseconds: Math.round(performance.now() - from) }
}

const READ = 10

/** The latest events of each kind, newest first. */
export async function loadRecent(client: Client) {
  const [members, reports, acts] = await Promise.all([
    client
      .from('profiles')
      .select('id, username, created_at')
      .order('created_at', { ascending: false })
      .limit(READ)
      .throwOnError(),
    client
      .from('reports')
      .select('id, target_kind, target_label, created_at')
      .order('created_at', { ascending: false })
      .limit(READ)
      .throwOnError(),
    client
      .from('moderation_log')
      .select(
        'id, action, target_table, target_label, created_at, actor:profiles!moderation_log_actor_id_fkey(username)',
      )
      .order('id', { ascending: false })
      .limit(READ)
      .throwOnError(),
  ])
  return { members: members.data, reports: reports.data, acts: acts.data }
}

export type Recent = Awaited<ReturnType<typeof loadRecent>>

export type Activity = {
  key: string
  kind: 'member' | 'report' | 'act'
  text: string
  at: string
  /** The link of the event. */
  to: string
}

const SHOWN = 8

/** The latest events of all kinds, newest first. */
export function recentActivity({ members, reports, acts }: Recent): Activity[] {
  const all: Activity[] = [
    ...members.map(({ id, username, created_at }) => ({
      ...({ key: `member-${id}`, kind: 'member', at: created_at } as const),
      text: t.newMember(username),
      to: memberPath(username),
    })),
    ...reports.map(({ id, target_kind, target_label, created_at }) => ({
      ...({ key: `report-${id}`, kind: 'report', at: created_at, to: '/admin/moderate' } as const),
      text: t.reported(REPORTED[target_kind] ?? 'Post', target_label ? `: ${target_label}` : ''),
    })),
    ...acts.map((act) => ({
      ...({ key: `act-${act.id}`, kind: 'act', at: act.created_at, to: '/admin/log' } as const),
      text: `${act.actor?.username ?? t.theSite}: ${lowerFirst(sentence(act))}`,
    })),
  ]
  return all.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN)
}

const REPORTED: Readonly<Record<string, string>> = {
  thread: 'Discussion',
  reply: 'Reply',
  message: t.chatMessage,
  profile: 'Member',
}
