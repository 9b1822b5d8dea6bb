// The form of the Settings tab (SPEC.md section 2): saved settings apply at once, on every page and node. Unsaved
// changes are a draft in this browser.
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { adminQueries } from '#app/features/admin/query-options.ts'
import { failedTo } from '#app/platform/acts/refusal.ts'
import { useEditForm } from '#app/platform/forms/use-edit-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox } from '#app/ui/forms/choices.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { NewerVersion, VersionField } from '#app/ui/forms/form-end.tsx'
import { SETTINGS } from '#shared/limits.ts'
import { type NewSettings, type SettingsValues, settingsSchema } from '#shared/schemas/settings.ts'
import { type Settings, settingsEdit } from './queries.ts'

const LABELS: Readonly<Record<keyof SettingsValues, string>> = {
  site_name: 'Site Name',
  site_description: 'Site Description',
  tagline: 'Tagline',
  legal_entity: 'Legal entity',
  maintenance_mode: 'Maintenance Mode',
  require_email_verification: 'Require Email Verification',
  auto_moderation: 'Auto Moderation',
  notification_mail: 'Replies and mentions by mail',
  web_push: 'Push on members’ devices',
  guest_chat: 'Guests write in the chat',
  chat_gap_seconds: 'Slow mode',
  chat_rooms: 'The chat has rooms',
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

const WHOLE = { type: 'number', inputMode: 'numeric', min: 1, required: true } as const

export function SettingsForm({ settings, userId }: { settings: Settings; userId: string }) {
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const form = useEditForm({
    draftKey: `${userId}:settings`,
    current: settings,
    valuesOf,
    schema: settingsSchema,
    send: async (changed, save) => {
      if (!(await save({ mine: valuesOf(changed), ...settingsEdit(await client(), changed) }))) return
      toast({ title: 'Settings saved', text: 'They are in force on every page.' })
      await Promise.all([revalidate(), queries.invalidateQueries({ queryKey: adminQueries.all })])
    },
    failed: '',
    onRefused: failedTo('save settings'),
  })
  const { values, theirs } = form
  const field = (name: keyof SettingsValues) => ({ label: LABELS[name], ...form.field(name) })

  return (
    <form {...form.props} className="max-w-2xl space-y-6">
      {form.draft ? <DraftNotice {...form.draft} /> : null}
      <Group title="The site">
        <TextField required maxLength={SETTINGS.siteName} {...field('site_name')} />
        <TextField
          hint="The front page's sentence, and its title for search engines."
          maxLength={SETTINGS.tagline}
          {...field('tagline')}
        />
        <TextArea
          hint={`${[...values.site_description].length} of ${SETTINGS.siteDescription} characters`}
          rows={3}
          maxLength={SETTINGS.siteDescription}
          {...field('site_description')}
        />
        <TextField
          hint="Who answers for the site: named in the footer and on the legal pages."
          required
          maxLength={SETTINGS.legalEntity}
          {...field('legal_entity')}
        />
        <Select
          hint="The front page's figures. The fixed ones are shown only while the community is at least as large."
          {...field('headline_figures')}
        >
          <option value="fixed">Fixed: 50K+ members, 6K+ discussions, 40K+ posts, 24/7</option>
          <option value="live">Live: counted</option>
        </Select>
      </Group>
      <Group title="Grievance Officer">
        <TextField
          hint="Indian law asks for a named person. Shown in the Terms, the Privacy Policy and on the contact page."
          maxLength={SETTINGS.grievanceOfficer}
          {...field('grievance_officer')}
        />
        <TextArea
          hint="E-mail and postal address."
          rows={3}
          maxLength={SETTINGS.grievanceAddress}
          {...field('grievance_address')}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField {...WHOLE} {...field('grievance_acknowledge_hours')} />
          <TextField {...WHOLE} {...field('grievance_resolve_days')} />
          <TextField {...WHOLE} {...field('grievance_removal_hours')} />
          <TextField {...WHOLE} {...field('grievance_urgent_hours')} />
        </div>
        <TextArea
          hint="Which rule, and since when: the law changes."
          rows={3}
          required
          maxLength={SETTINGS.grievanceSource}
          {...field('grievance_source')}
        />
      </Group>
      <Group title="Taking part">
        <Ticked hint="Visitors and members see a page that says so; you and the other administrators go on.">
          <Checkbox {...field('maintenance_mode')} />
        </Ticked>
        <Ticked hint="Where the site sends mail, a new account opens once its address is confirmed.">
          <Checkbox {...field('require_email_verification')} />
        </Ticked>
        <Ticked hint="What three members reported is hidden until an administrator has looked.">
          <Checkbox {...field('auto_moderation')} />
        </Ticked>
        <Ticked hint="Digests too. Otherwise members are told at the bell only; mails about accounts go on.">
          <Checkbox {...field('notification_mail')} />
        </Ticked>
        <Ticked hint="For members who ask for it on a device. Messages pass, encrypted, through servers of the browser's maker: Google, Mozilla, Apple or Microsoft.">
          <Checkbox {...field('web_push')} />
        </Ticked>
        <Ticked hint="Otherwise guests only read the live chat.">
          <Checkbox {...field('guest_chat')} />
        </Ticked>
        <Ticked hint="One for each forum category, beside the one for everybody.">
          <Checkbox {...field('chat_rooms')} />
        </Ticked>
        <div>
          <TextField
            className="max-w-60"
            hint="Seconds between two messages of one writer in the chat; 0 for none."
            {...WHOLE}
            min={0}
            max={SETTINGS.mostChatGapSeconds}
            {...field('chat_gap_seconds')}
          />
        </div>
        <div>
          <TextField
            className="max-w-60"
            hint="Discussions and replies of one member in 24 hours."
            {...WHOLE}
            max={SETTINGS.mostPostsPerDay}
            {...field('max_posts_per_day')}
          />
        </div>
      </Group>
      {theirs ? (
        <NewerVersion {...form.decision}>
          <Differences theirs={valuesOf(theirs)} mine={values} />
        </NewerVersion>
      ) : null}
      <Button type="submit" disabled={form.isBusy}>
        {form.isBusy ? 'Saving...' : 'Save Settings'}
      </Button>
    </form>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <legend className="float-left mb-4 font-display text-18 font-semibold">{title}</legend>
      <div className="clear-left space-y-4">{children}</div>
    </fieldset>
  )
}

function Ticked({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="-mt-1.5 pl-8 text-13 text-muted">{hint}</p>
    </div>
  )
}

/** The settings that differ from the form's values. */
function Differences({ theirs, mine }: { theirs: SettingsValues; mine: SettingsValues }) {
  const fields = (Object.keys(LABELS) as (keyof SettingsValues)[]).filter(
    (field) => theirs[field] !== mine[field],
  )
  return fields.map((field) => (
    <VersionField key={field} label={LABELS[field]}>
      {typeof theirs[field] === 'boolean' ? (theirs[field] ? 'On' : 'Off') : theirs[field]}
    </VersionField>
  ))
}

/** The settings as form values, where numbers are strings. */
function valuesOf(settings: NewSettings | Settings): SettingsValues {
  const fields = Object.entries(settings).filter(([field]) => field in LABELS)
  const typed = fields.map(([field, value]) => [field, typeof value === 'number' ? String(value) : value])
  return Object.fromEntries(typed) as SettingsValues
}
