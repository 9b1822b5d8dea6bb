// The reasons of reports and the states of reports, with their labels.
import type { ReportReason } from '#shared/schemas/moderation.ts'
import { STORED_REASONS } from '#shared/stored-reasons.ts'
import * as t from '#words/reports-more.ts'

/** In the order of the form. */
export const REPORT_REASONS = [
  { ground: 'spam', label: t.spamOrScam },
  { ground: 'guaranteed_returns', label: t.guaranteedReturnsOrTipSelling },
  { ground: 'abuse', label: t.abuse },
  { ground: 'off_topic', label: t.offTopic },
  { ground: 'other', label: t.somethingElse },
] as const satisfies { ground: ReportReason; label: string }[]

export const STATES = {
  open: t.stateOpen,
  resolved: t.stateResolved,
  dismissed: t.stateDismissed,
} as const
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
  return reason === STORED_REASONS[ground as ReportReason] ? null : reason
}

export const TARGET_WORDS = {
  thread: t.discussion,
  reply: t.reply,
  message: t.message,
  profile: t.memberKind,
} as const

export type TargetKind = keyof typeof TARGET_WORDS
export type Target = { kind: TargetKind; id: string }
