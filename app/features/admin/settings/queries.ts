// The single row of settings (site_settings). Policies allow changes to administrators only.
import type { Client } from '#app/platform/session/session.ts'
import type { NewSettings } from '#shared/schemas/settings.ts'

const COLUMNS =
  'site_name, site_description, tagline, legal_entity, maintenance_mode, require_email_verification, auto_moderation, notification_mail, web_push, max_posts_per_day, guest_chat, chat_gap_seconds, chat_rooms, headline_figures, grievance_officer, grievance_address, grievance_acknowledge_hours, grievance_resolve_days, grievance_removal_hours, grievance_urgent_hours, grievance_source, contact_hours, contact_exceptions, site_description_hi, tagline_hi, hold_first_posts, updated_at'

export type Settings = Awaited<ReturnType<typeof loadSettings>>

export async function loadSettings(client: Client) {
  const { data } = await client.from('site_settings').select(COLUMNS).single().throwOnError()
  return data
}

/** The queries of an edit of the settings, for `compareAndSwap`. */
export function settingsEdit(client: Client, settings: NewSettings) {
  const rows = client.from('site_settings')
  return {
    update: (updatedAt: string) =>
      rows.update(settings).eq('id', true).eq('updated_at', updatedAt).select(COLUMNS).throwOnError(),
    load: () => rows.select(COLUMNS).throwOnError(),
  }
}
