// A version of the settings: as the form holds it, and how it differs from what is typed.
import { VersionField } from '#app/ui/forms/newer-version.tsx'
import type { NewSettings, SettingsValues } from '#shared/schemas/settings.ts'
import type { Settings } from './queries.ts'

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

/** The settings as the form holds them: numbers are texts there. */
export function valuesOf(settings: NewSettings | Settings): SettingsValues {
  const fields = Object.entries(settings).filter(([field]) => field in LABELS)
  const typed = fields.map(([field, value]) => [field, typeof value === 'number' ? String(value) : value])
  return Object.fromEntries(typed) as SettingsValues
}
