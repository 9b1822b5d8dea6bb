// Recent activity: joins, reports and what admins did, as one list.

import { memberPath } from '#shared/slugs.ts'
import { sentence } from '../log/log-words.ts'
import type { Recent } from './queries.ts'

export type Activity = {
  key: string
  kind: 'member' | 'report' | 'act'
  text: string
  at: string
  /** Where it leads on. */
  to: string
}

const SHOWN = 8

/** The newest of all kinds, the newest first. */
export function recentActivity({ members, reports, acts }: Recent): Activity[] {
  const all: Activity[] = [
    ...members.map(({ id, username, created_at }) => ({
      ...({ key: `member-${id}`, kind: 'member', at: created_at } as const),
      text: `New member ${username}`,
      to: memberPath(username),
    })),
    ...reports.map(({ id, target_kind, target_label, created_at }) => ({
      ...({ key: `report-${id}`, kind: 'report', at: created_at, to: '/admin/moderate' } as const),
      text: `${REPORTED[target_kind] ?? 'Post'} reported${target_label ? `: ${target_label}` : ''}`,
    })),
    ...acts.map((act) => ({
      ...({ key: `act-${act.id}`, kind: 'act', at: act.created_at, to: '/admin/log' } as const),
      text: `${act.actor?.username ?? 'The site'}: ${lowerFirst(sentence(act))}`,
    })),
  ]
  return all.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN)
}

const REPORTED: Readonly<Record<string, string>> = {
  thread: 'Discussion',
  reply: 'Reply',
  message: 'Chat message',
  profile: 'Member',
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
