// The reasons of reports and the states of reports, with their labels.
import type { ReportReason } from '#shared/schemas/moderation.ts'

/** In the order of the form. */
export const REPORT_REASONS = [
  { ground: 'spam', label: 'Spam or scam' },
  { ground: 'guaranteed_returns', label: 'Guaranteed returns or tip selling' },
  { ground: 'abuse', label: 'Abuse' },
  { ground: 'off_topic', label: 'Off-topic' },
  { ground: 'other', label: 'Something else' },
] as const satisfies { ground: ReportReason; label: string }[]

export const STATES = { open: 'Open', resolved: 'Resolved', dismissed: 'Dismissed' } as const
export type ReportState = keyof typeof STATES

/** The label of a reason. */
export function reasonLabel(ground: string): string {
  return REPORT_REASONS.find((known) => known.ground === ground)?.label ?? ground
}

/** The label of a state. */
export function stateLabel(state: string): string {
  return STATES[state as ReportState] ?? state
}

/** The reporter's own words; null when they only repeat the reason. */
export function ownWords({ ground, reason }: { ground: string; reason: string }): string | null {
  return reason === reasonLabel(ground) ? null : reason
}

export const TARGET_WORDS = {
  thread: 'discussion',
  reply: 'reply',
  message: 'message',
  profile: 'member',
} as const

export type TargetKind = keyof typeof TARGET_WORDS
export type Target = { kind: TargetKind; id: string }
