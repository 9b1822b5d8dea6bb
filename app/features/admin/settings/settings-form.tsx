// The Settings tab's form (SPEC.md section 2): what is saved is in force at once, on every page and every node. What is
// typed and not saved is a draft of this browser.

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useEdit } from '#app/platform/drafts/use-edit.ts'
import { client } from '#app/platform/session/session.ts'
import { NothingChanged } from '#app/platform/supabase/compare-and-swap.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { NewerVersion } from '#app/ui/forms/newer-version.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { SETTINGS } from '#shared/limits.ts'
import { adminQueries } from '../query-options.ts'
import { type Settings, settingsEdit } from './queries.ts'
import {
  type SettingsProblems,
  type SettingsValues,
  settingsFieldOf,
  settingsProblems,
} from './settings-rules.ts'
import { Differences, isValues, valuesOf } from './settings-version.tsx'

const WHOLE = { type: 'number', inputMode: 'numeric', min: 1, required: true } as const

export function SettingsForm({ settings, userId }: { settings: Settings; userId: string }) {
  const queries = useQueryClient()
  const { revalidate } = useRevalidator()
  const edit = useEdit<Settings, SettingsValues>({
    draftKey: `${userId}:settings`,
    current: settings,
    valuesOf,
    isValues,
  })
  const { values, theirs } = edit
  const [problems, setProblems] = useState<SettingsProblems>({})
  const change = (changed: Partial<SettingsValues>) => {
    edit.change({ ...values, ...changed })
    setProblems({})
  }
  const text = (
    field:
      | 'site_name'
      | 'site_description'
      | 'tagline'
      | 'legal_entity'
      | 'grievance_officer'
      | 'grievance_address'
      | 'grievance_source'
      | 'grievance_acknowledge_hours'
      | 'grievance_resolve_days'
      | 'grievance_removal_hours'
      | 'grievance_urgent_hours',
  ) => ({
    value: values[field],
    error: problems[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const tick = (
    field: 'maintenance_mode' | 'require_email_verification' | 'auto_moderation' | 'guest_chat',
  ) => ({
    checked: values[field],
    onChange: (event: { target: { checked: boolean } }) => change({ [field]: event.target.checked }),
  })

  const [save, busy] = useAsyncAction(async () => {
    const found = settingsProblems(values)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      if (!(await edit.save(settingsEdit(await client(), values)))) return
    } catch (error) {
      console.warn('settings were not saved', error)
      const refusal = refusalOf(error)
      const field = settingsFieldOf(refusal?.constraint ?? null)
      if (field && refusal) setProblems({ [field]: refusal.message })
      const reason = error instanceof NothingChanged ? 'Unauthorized: Admin access required' : error
      const message = refusal?.message ?? (reason instanceof Error ? reason.message : String(reason))
      toast({ title: 'Error', text: `Failed to save settings: ${message}`, variant: 'destructive' })
      return
    }
    toast({ title: 'Settings saved', text: 'They are in force on every page.' })
    await Promise.all([revalidate(), queries.invalidateQueries({ queryKey: adminQueries.all })])
  })

  return (
    <form
      noValidate
      className="max-w-2xl space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {edit.restored && !theirs ? <DraftNotice at={edit.restored.at} onDiscard={edit.discard} /> : null}
      <Group title="The site">
        <TextField label="Site Name" required maxLength={SETTINGS.siteName} {...text('site_name')} />
        <TextField
          label="Tagline"
          hint="The front page's sentence, and its title for search engines."
          maxLength={SETTINGS.tagline}
          {...text('tagline')}
        />
        <TextArea
          label="Site Description"
          hint={`${[...values.site_description].length} of ${SETTINGS.siteDescription} characters`}
          rows={3}
          maxLength={SETTINGS.siteDescription}
          {...text('site_description')}
        />
        <TextField
          label="Legal entity"
          hint="Who answers for the site: named in the footer and on the legal pages."
          required
          maxLength={SETTINGS.legalEntity}
          {...text('legal_entity')}
        />
        <Select
          label="Headline figures"
          hint="The front page's figures. The fixed ones are shown only while the community is at least as large."
          value={values.headline_figures}
          onChange={(event) => change({ headline_figures: event.target.value === 'live' ? 'live' : 'fixed' })}
        >
          <option value="fixed">Fixed: 50K+ members, 6K+ discussions, 40K+ posts, 24/7</option>
          <option value="live">Live: counted</option>
        </Select>
      </Group>
      <Group title="Grievance Officer">
        <TextField
          label="Officer’s name"
          hint="Indian law asks for a named person. Shown in the Terms, the Privacy Policy and on the contact page."
          maxLength={SETTINGS.grievanceOfficer}
          {...text('grievance_officer')}
        />
        <TextArea
          label="Officer’s address"
          hint="E-mail and postal address."
          rows={3}
          maxLength={SETTINGS.grievanceAddress}
          {...text('grievance_address')}
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextField label="Acknowledge within (hours)" {...WHOLE} {...text('grievance_acknowledge_hours')} />
          <TextField label="Resolve within (days)" {...WHOLE} {...text('grievance_resolve_days')} />
          <TextField
            label="Remove unlawful content within (hours)"
            {...WHOLE}
            {...text('grievance_removal_hours')}
          />
          <TextField
            label="Remove intimate or impersonating content within (hours)"
            {...WHOLE}
            {...text('grievance_urgent_hours')}
          />
        </div>
        <TextArea
          label="Source of these periods"
          hint="Which rule, and since when: the law changes them."
          rows={3}
          required
          maxLength={SETTINGS.grievanceSource}
          {...text('grievance_source')}
        />
      </Group>
      <Group title="Taking part">
        <Ticked hint="Visitors and members see a page that says so; you and the other administrators go on.">
          <Checkbox label="Maintenance Mode" {...tick('maintenance_mode')} />
        </Ticked>
        <Ticked hint="Where the site sends mail, a new account opens once its address is confirmed.">
          <Checkbox label="Require Email Verification" {...tick('require_email_verification')} />
        </Ticked>
        <Ticked hint="What three members reported is hidden until an administrator has looked.">
          <Checkbox label="Auto Moderation" {...tick('auto_moderation')} />
        </Ticked>
        <Ticked hint="Otherwise guests only read the live chat.">
          <Checkbox label="Guests write in the chat" {...tick('guest_chat')} />
        </Ticked>
        <div>
          <TextField
            label="Slow mode"
            className="max-w-60"
            hint="Seconds between two messages of one writer in the chat; 0 for none."
            type="number"
            inputMode="numeric"
            min={0}
            max={SETTINGS.mostChatGapSeconds}
            required
            value={values.chat_gap_seconds}
            error={problems.chat_gap_seconds}
            onChange={(event) => change({ chat_gap_seconds: event.target.value })}
          />
        </div>
        <div>
          <TextField
            label="Max Posts per Day"
            className="max-w-60"
            hint="Discussions and replies of one member in 24 hours."
            type="number"
            inputMode="numeric"
            min={1}
            max={SETTINGS.mostPostsPerDay}
            required
            value={values.max_posts_per_day}
            error={problems.max_posts_per_day}
            onChange={(event) => change({ max_posts_per_day: event.target.value })}
          />
        </div>
      </Group>
      {theirs ? (
        <NewerVersion
          busy={busy}
          onTakeTheirs={edit.takeTheirs}
          onKeepMine={() => {
            edit.keepMine()
            void save()
          }}
        >
          <Differences theirs={valuesOf(theirs)} mine={values} />
        </NewerVersion>
      ) : null}
      <Button type="submit" disabled={busy}>
        {busy ? 'Saving...' : 'Save Settings'}
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
