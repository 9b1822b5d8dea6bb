// What the settings may be, said at the field before the database says it.
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { SETTINGS } from '#shared/limits.ts'

export type SettingsValues = {
  site_name: string
  site_description: string
  tagline: string
  legal_entity: string
  maintenance_mode: boolean
  require_email_verification: boolean
  auto_moderation: boolean
  guest_chat: boolean
  /** Seconds, as they are typed. */
  chat_gap_seconds: string
  /** As it is typed. */
  max_posts_per_day: string
  headline_figures: 'fixed' | 'live'
  grievance_officer: string
  grievance_address: string
  grievance_source: string
  /** These four as they are typed. */
  grievance_acknowledge_hours: string
  grievance_resolve_days: string
  grievance_removal_hours: string
  grievance_urgent_hours: string
}

export type SettingsProblems = Partial<Record<keyof SettingsValues, string>>

/** The database's rule for each field; it counts code points. */
const RULES: readonly {
  field: keyof SettingsValues
  constraint: string
  holds: (values: SettingsValues) => boolean
}[] = [
  {
    field: 'site_name',
    constraint: 'site_settings_site_name_length',
    holds: ({ site_name }) => within(site_name.trim(), 1, SETTINGS.siteName),
  },
  {
    field: 'site_description',
    constraint: 'site_settings_site_description_length',
    holds: ({ site_description }) => within(site_description, 0, SETTINGS.siteDescription),
  },
  {
    field: 'tagline',
    constraint: 'site_settings_tagline_length',
    holds: ({ tagline }) => within(tagline, 0, SETTINGS.tagline),
  },
  {
    field: 'legal_entity',
    constraint: 'site_settings_legal_entity_length',
    holds: ({ legal_entity }) => within(legal_entity.trim(), 1, SETTINGS.legalEntity),
  },
  {
    field: 'max_posts_per_day',
    constraint: 'site_settings_max_posts_per_day_bounds',
    holds: ({ max_posts_per_day: typed }) => isWholeUpTo(typed, SETTINGS.mostPostsPerDay),
  },
  {
    field: 'chat_gap_seconds',
    constraint: 'site_settings_chat_gap_seconds_bounds',
    holds: ({ chat_gap_seconds: typed }) => typed === '0' || isWholeUpTo(typed, SETTINGS.mostChatGapSeconds),
  },
  {
    field: 'grievance_officer',
    constraint: 'site_settings_grievance_officer_length',
    holds: ({ grievance_officer }) => within(grievance_officer, 0, SETTINGS.grievanceOfficer),
  },
  {
    field: 'grievance_address',
    constraint: 'site_settings_grievance_address_length',
    holds: ({ grievance_address }) => within(grievance_address, 0, SETTINGS.grievanceAddress),
  },
  {
    field: 'grievance_source',
    constraint: 'site_settings_grievance_source_length',
    holds: ({ grievance_source }) => within(grievance_source.trim(), 1, SETTINGS.grievanceSource),
  },
  ...(['grievance_acknowledge_hours', 'grievance_removal_hours', 'grievance_urgent_hours'] as const).map(
    (field) => ({
      field,
      constraint: `site_settings_${field}_bounds`,
      holds: (values: SettingsValues) => isWholeUpTo(values[field], SETTINGS.grievanceHours),
    }),
  ),
  {
    field: 'grievance_resolve_days',
    constraint: 'site_settings_grievance_resolve_days_bounds',
    holds: ({ grievance_resolve_days }) => isWholeUpTo(grievance_resolve_days, SETTINGS.grievanceDays),
  },
]

/** What is wrong with `values`, by field; empty when nothing is. */
export function settingsProblems(values: SettingsValues): SettingsProblems {
  const broken = RULES.filter(({ holds }) => !holds(values))
  return Object.fromEntries(broken.map(({ field, constraint }) => [field, CONSTRAINT_MESSAGES[constraint]]))
}

/** The field that a constraint of the database is about; null when it is about none of these. */
export function settingsFieldOf(constraint: string | null): keyof SettingsValues | null {
  return RULES.find((rule) => rule.constraint === constraint)?.field ?? null
}

function isWholeUpTo(typed: string, most: number): boolean {
  return /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most
}

function within(text: string, least: number, most: number): boolean {
  const { length } = [...text]
  return length >= least && length <= most
}
