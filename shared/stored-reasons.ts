// What a report without words has as its text: English, whatever language it was sent in.
import type { ReportReason } from './schemas/moderation.ts'

export const STORED_REASONS: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or scam',
  guaranteed_returns: 'Guaranteed returns or tip selling',
  abuse: 'Abuse',
  off_topic: 'Off-topic',
  other: 'Something else',
}
