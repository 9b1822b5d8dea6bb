// The form of the settings, validated before the database does.
import * as z from 'zod/mini'
import { SETTINGS } from '../limits.ts'
import { isWithin, messageOf, text } from './rules.ts'

const words = (field: string, max: number, min = 0) => text(`site_settings_${field}_length`, { min, max })

/** A whole number, as typed. */
const whole = (field: string, max: number, min = 1) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (typed) => /^\d{1,4}$/.test(typed) && isWithin(Number(typed), min, max),
          messageOf(`site_settings_${field}_bounds`),
        ),
      ),
    z.transform(Number),
  )

export const settingsSchema = z.object({
  site_name: words('site_name', SETTINGS.siteName, 1),
  site_description: words('site_description', SETTINGS.siteDescription),
  tagline: words('tagline', SETTINGS.tagline),
  site_description_hi: words('site_description_hi', SETTINGS.siteDescription),
  tagline_hi: words('tagline_hi', SETTINGS.tagline),
  legal_entity: words('legal_entity', SETTINGS.legalEntity, 1),
  maintenance_mode: z.boolean(),
  require_email_verification: z.boolean(),
  auto_moderation: z.boolean(),
  hold_first_posts: z.enum(['off', 'contacts', 'all']),
  notification_mail: z.boolean(),
  web_push: z.boolean(),
  guest_chat: z.boolean(),
  chat_rooms: z.boolean(),
  chat_gap_seconds: whole('chat_gap_seconds', SETTINGS.mostChatGapSeconds, 0),
  max_posts_per_day: whole('max_posts_per_day', SETTINGS.mostPostsPerDay),
  headline_figures: z.enum(['fixed', 'live']),
  grievance_officer: words('grievance_officer', SETTINGS.grievanceOfficer),
  grievance_address: words('grievance_address', SETTINGS.grievanceAddress),
  grievance_source: words('grievance_source', SETTINGS.grievanceSource, 1),
  grievance_acknowledge_hours: whole('grievance_acknowledge_hours', SETTINGS.grievanceHours),
  grievance_resolve_days: whole('grievance_resolve_days', SETTINGS.grievanceDays),
  grievance_removal_hours: whole('grievance_removal_hours', SETTINGS.grievanceHours),
  grievance_urgent_hours: whole('grievance_urgent_hours', SETTINGS.grievanceHours),
  contact_hours: whole('contact_hours', SETTINGS.grievanceHours),
  contact_exceptions: words('contact_exceptions', SETTINGS.contactExceptions),
})

/** As typed: numbers are strings. */
export type SettingsValues = z.input<typeof settingsSchema>
/** As stored. */
export type NewSettings = z.output<typeof settingsSchema>
