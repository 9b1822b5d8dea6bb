// Links to reported content, while the viewer can see it.
import { memberPath, messagePath, replyPath, threadPath } from '#shared/slugs.ts'
import * as t from '#words/reports-more.ts'
import { stateLabel } from './report-reasons.ts'

type Thread = { id: string; title: string; category: { slug: string } }

export type ReportedPost = {
  target_kind: string
  target_label: string | null
  thread: Thread | null
  reply: { id: string; thread: Thread | null } | null
  message: { id: string } | null
  profile: { username: string } | null
}

/** The columns of `reports` that `targetPath` needs. */
export const REPORTED_POST_COLUMNS = `target_kind, target_label,
  thread:threads!reports_thread_id_fkey(id, title, category:forum_categories!threads_category_id_fkey(slug)),
  reply:replies!reports_reply_id_fkey(id,
    thread:threads!replies_thread_id_fkey(id, title, category:forum_categories!threads_category_id_fkey(slug))),
  message:chat_messages!reports_message_id_fkey(id),
  profile:profiles!reports_profile_id_fkey(username)` as const

/** The address of the reported content; null if it is deleted, or hidden from the viewer. */
export function targetPath({ thread, reply, message, profile }: ReportedPost): string | null {
  if (thread) return threadPath(thread)
  if (reply?.thread) return replyPath(threadPath(reply.thread), reply.id)
  if (message) return messagePath(message.id)
  return profile ? memberPath(profile.username) : null
}

/** The reported content in words: 'Reply in "How an IPO works"'. */
export function targetTitle({
  target_kind,
  target_label,
}: Pick<ReportedPost, 'target_kind' | 'target_label'>): string {
  const label = target_label ?? ''
  if (target_kind === 'reply') return t.replyIn(label)
  if (target_kind === 'message') return t.chatMessageBy(label)
  return target_kind === 'profile' ? t.member(label) : label
}

const TONES: Readonly<Record<string, string>> = {
  open: 'bg-warn-soft text-warn',
  resolved: 'bg-accent-soft text-accent',
  dismissed: 'bg-raised text-muted',
}

/** The state of a report as a chip. */
export function StateChip({ state }: { state: string }) {
  return (
    <span
      className={`shrink-0 rounded-full px-2 py-0.5 text-13 leading-tight font-medium ${TONES[state] ?? ''}`}
    >
      {stateLabel(state)}
    </span>
  )
}
