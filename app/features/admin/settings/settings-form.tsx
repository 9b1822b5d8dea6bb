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
import * as t from '#words/admin.ts'
import { type Settings, settingsEdit } from './queries.ts'

const LABELS: Readonly<Record<keyof SettingsValues, string>> = {
  site_name: t.siteName,
  site_description: t.siteDescription,
  tagline: 'Tagline',
  site_description_hi: t.siteDescriptionInHindi,
  tagline_hi: t.taglineInHindi,
  legal_entity: t.legalEntity,
  maintenance_mode: t.maintenanceMode,
  require_email_verification: t.requireEmailVerification,
  auto_moderation: t.autoModeration,
  hold_first_posts: t.holdFirstPosts,
  notification_mail: t.repliesAndMentionsByMail,
  web_push: t.pushOnMembersDevices,
  guest_chat: t.guestsWriteInTheChat,
  chat_gap_seconds: t.slowMode,
  chat_rooms: t.chatRooms,
  max_posts_per_day: t.maxPostsPerDay,
  headline_figures: t.headlineFigures,
  grievance_officer: t.officersName,
  grievance_address: t.officersAddress,
  grievance_source: t.sourceOfThesePeriods,
  grievance_acknowledge_hours: t.acknowledgeWithinHours,
  grievance_resolve_days: t.resolveWithinDays,
  grievance_removal_hours: t.removeUnlawfulContentWithinHours,
  grievance_urgent_hours: t.removeIntimateOrImpersonating,
  contact_hours: t.answerWithinHours,
  contact_exceptions: 'Except',
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
      toast({ title: t.settingsSaved, text: t.theyAreInForceOn })
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
      <Group title={t.theSite}>
        <TextField required maxLength={SETTINGS.siteName} {...field('site_name')} />
        <TextField hint={t.theFrontPagesSentenceAnd} maxLength={SETTINGS.tagline} {...field('tagline')} />
        <TextArea
          hint={t.ofCharacters([...values.site_description].length, SETTINGS.siteDescription)}
          rows={3}
          maxLength={SETTINGS.siteDescription}
          {...field('site_description')}
        />
        <TextField
          lang="hi"
          hint={t.emptyTheEnglishOne}
          maxLength={SETTINGS.tagline}
          {...field('tagline_hi')}
        />
        <TextArea
          lang="hi"
          hint={t.emptyTheEnglishOne}
          rows={3}
          maxLength={SETTINGS.siteDescription}
          {...field('site_description_hi')}
        />
        <TextField
          hint={t.whoAnswersForTheSite}
          required
          maxLength={SETTINGS.legalEntity}
          {...field('legal_entity')}
        />
        <Select hint={t.theFrontPagesFiguresThe} {...field('headline_figures')}>
          <option value="fixed">{t.fixed50KMembers6KDiscussions}</option>
          <option value="live">{t.liveCounted}</option>
        </Select>
      </Group>
      <Group title={t.grievanceOfficer}>
        <TextField
          hint={t.indianLawAsksForA}
          maxLength={SETTINGS.grievanceOfficer}
          {...field('grievance_officer')}
        />
        <TextArea
          hint={t.eMailAndPostalAddress}
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
          hint={t.whichRuleAndSinceWhen}
          rows={3}
          required
          maxLength={SETTINGS.grievanceSource}
          {...field('grievance_source')}
        />
      </Group>
      <Group title={t.contactForm}>
        <TextField hint={t.promisedOnTheContactPage} {...WHOLE} {...field('contact_hours')} />
        <TextField
          hint={t.aSentenceThatFollowsThe}
          maxLength={SETTINGS.contactExceptions}
          {...field('contact_exceptions')}
        />
      </Group>
      <Group title={t.takingPart}>
        <Ticked hint={t.visitorsAndMembersSeeA}>
          <Checkbox {...field('maintenance_mode')} />
        </Ticked>
        <Ticked hint={t.whereTheSiteSendsMail}>
          <Checkbox {...field('require_email_verification')} />
        </Ticked>
        <Ticked hint={t.whatThreeMembersReportedIs}>
          <Checkbox {...field('auto_moderation')} />
        </Ticked>
        <Select hint={t.holdFirstPostsText} {...field('hold_first_posts')}>
          <option value="off">{t.holdNone}</option>
          <option value="contacts">{t.holdContacts}</option>
          <option value="all">{t.holdAll}</option>
        </Select>
        <Ticked hint={t.digestsTooOtherwiseMembersAre}>
          <Checkbox {...field('notification_mail')} />
        </Ticked>
        <Ticked hint={t.forMembersWhoAskFor}>
          <Checkbox {...field('web_push')} />
        </Ticked>
        <Ticked hint={t.otherwiseGuestsOnlyReadThe}>
          <Checkbox {...field('guest_chat')} />
        </Ticked>
        <Ticked hint={t.oneForEachForumCategory}>
          <Checkbox {...field('chat_rooms')} />
        </Ticked>
        <div>
          <TextField
            className="max-w-60"
            hint={t.secondsBetweenTwoMessagesOf}
            {...WHOLE}
            min={0}
            max={SETTINGS.mostChatGapSeconds}
            {...field('chat_gap_seconds')}
          />
        </div>
        <div>
          <TextField
            className="max-w-60"
            hint={t.discussionsAndRepliesOfOne}
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
      <div className="sticky bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] z-10 -mx-4 border-t border-line bg-bg px-4 py-3 sm:bottom-0">
        <Button type="submit" disabled={form.isBusy}>
          {form.isBusy ? t.saving : t.saveSettings}
        </Button>
      </div>
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
      {typeof theirs[field] === 'boolean' ? (theirs[field] ? t.on2 : t.off) : theirs[field]}
    </VersionField>
  ))
}

/** The settings as form values, where numbers are strings. */
function valuesOf(settings: NewSettings | Settings): SettingsValues {
  const fields = Object.entries(settings).filter(([field]) => field in LABELS)
  const typed = fields.map(([field, value]) => [field, typeof value === 'number' ? String(value) : value])
  return Object.fromEntries(typed) as SettingsValues
}
