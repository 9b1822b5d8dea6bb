// The one row of settings (supabase/migrations: site_settings). Policies let administrators alone change it.
import type { Client } from '#app/lib/session.ts'
import type { SettingsValues } from './settings-rules.ts'

const COLUMNS =
  'site_name, site_description, tagline, legal_entity, maintenance_mode, require_email_verification, auto_moderation, max_posts_per_day, headline_figures, grievance_officer, grievance_address, grievance_acknowledge_hours, grievance_resolve_days, grievance_removal_hours, grievance_urgent_hours, grievance_source'

export type Settings = Awaited<ReturnType<typeof loadSettings>>

export async function loadSettings(client: Client) {
  const { data } = await client.from('site_settings').select(COLUMNS).single().throwOnError()
  return data
}

/** @throws what the contract said */
export async function saveSettings(client: Client, values: SettingsValues): Promise<void> {
  const { data } = await client
    .from('site_settings')
    .update({
      ...values,
      max_posts_per_day: Number(values.max_posts_per_day),
      grievance_acknowledge_hours: Number(values.grievance_acknowledge_hours),
      grievance_resolve_days: Number(values.grievance_resolve_days),
      grievance_removal_hours: Number(values.grievance_removal_hours),
      grievance_urgent_hours: Number(values.grievance_urgent_hours),
    })
    .eq('id', true)
    .select('id')
    .throwOnError()
  // What the policy hides from the update is no error of the contract.
  if (data.length === 0) throw new Error('Unauthorized: Admin access required')
}
