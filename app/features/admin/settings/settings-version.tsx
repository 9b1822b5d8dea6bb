// A version of the settings: as the form holds it, and how it differs from what is typed.
import { VersionField } from '#app/ui/forms/newer-version.tsx'
import type { Settings } from './queries.ts'
import type { SettingsValues } from './settings-rules.ts'

const LABELS: Readonly<Record<keyof SettingsValues, string>> = {
  site_name: 'Site Name',
  site_description: 'Site Description',
  tagline: 'Tagline',
  legal_entity: 'Legal entity',
  maintenance_mode: 'Maintenance Mode',
  require_email_verification: 'Require Email Verification',
  auto_moderation: 'Auto Moderation',
  guest_chat: 'Guests write in the chat',
  chat_gap_seconds: 'Slow mode',
  max_posts_per_day: 'Max Posts per Day',
  headline_figures: 'Headline figures',
  grievance_officer: 'Officer’s name',
  grievance_address: 'Officer’s address',
  grievance_source: 'Source of these periods',
  grievance_acknowledge_hours: 'Acknowledge within (hours)',
  grievance_resolve_days: 'Resolve within (days)',
  grievance_removal_hours: 'Remove unlawful content within (hours)',
  grievance_urgent_hours: 'Remove intimate or impersonating content within (hours)',
}

/** The settings that stand there otherwise than in the form. */
export function Differences({ theirs, mine }: { theirs: SettingsValues; mine: SettingsValues }) {
  const fields = (Object.keys(LABELS) as (keyof SettingsValues)[]).filter(
    (field) => theirs[field] !== mine[field],
  )
  return fields.map((field) => (
    <VersionField key={field} label={LABELS[field]}>
      {typeof theirs[field] === 'boolean' ? (theirs[field] ? 'On' : 'Off') : theirs[field]}
    </VersionField>
  ))
}

export function valuesOf(settings: Settings): SettingsValues {
  const { updated_at: _, ...values } = settings
  return {
    ...values,
    headline_figures: settings.headline_figures === 'live' ? 'live' : 'fixed',
    max_posts_per_day: String(settings.max_posts_per_day),
    chat_gap_seconds: String(settings.chat_gap_seconds),
    grievance_acknowledge_hours: String(settings.grievance_acknowledge_hours),
    grievance_resolve_days: String(settings.grievance_resolve_days),
    grievance_removal_hours: String(settings.grievance_removal_hours),
    grievance_urgent_hours: String(settings.grievance_urgent_hours),
  }
}

export function isValues(value: unknown): value is SettingsValues {
  if (typeof value !== 'object' || value === null) return false
  const values = value as Record<string, unknown>
  return (Object.keys(LABELS) as (keyof SettingsValues)[]).every((field) =>
    IS_FLAG.has(field) ? typeof values[field] === 'boolean' : typeof values[field] === 'string',
  )
}

const IS_FLAG: ReadonlySet<keyof SettingsValues> = new Set([
  'maintenance_mode',
  'require_email_verification',
  'auto_moderation',
  'guest_chat',
])
