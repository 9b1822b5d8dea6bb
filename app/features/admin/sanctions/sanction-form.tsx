// A new sanction: kind, reason, a message that begins with the reason's own and is edited before it is sent, and the end.
// It can be taken back for a few seconds, before the member is told.
import { useQuery } from '@tanstack/react-query'
import { act } from '#app/platform/acts/act.ts'
import { failedTo, refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { SANCTION } from '#shared/limits.ts'
import { SANCTION_LENGTHS, SANCTIONS, sanctionSchema } from '#shared/schemas/moderation.ts'
import { undo } from '#words/admin.ts'
import * as t from '#words/admin-sanctions.ts'
import { adminQueries } from '../query-options.ts'
import { giveSanction, liftSanction } from './queries.ts'

const KINDS: Readonly<Record<(typeof SANCTIONS)[number], string>> = {
  warning: t.warning,
  no_links: t.noLinks,
  no_chat: t.noChat,
  read_only: t.readOnly,
  suspended: t.suspended,
  banned: t.banned,
}

const LENGTHS: Readonly<Record<(typeof SANCTION_LENGTHS)[number], string>> = {
  1: t.oneDay,
  3: t.lastDays(3),
  7: t.oneWeek,
  30: t.oneMonth,
  date: t.aDay,
  '': t.withoutEnd,
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** @returns ISO date; null for a sanction without end. A chosen day ends with it, in India. */
function endOf(length: string, date: string, now: number): string | null {
  if (length === '') return null
  if (length === 'date') return new Date(`${date}T23:59:00+05:30`).toISOString()
  return new Date(now + Number(length) * DAY_MS).toISOString()
}

type SanctionFormProps = {
  user: { id: string; username: string }
  onClose: () => void
  onChanged: () => Promise<void>
}

export function SanctionForm({ user, onClose, onChanged }: SanctionFormProps) {
  const { data: reasons = [] } = useQuery(adminQueries.reasons)
  const offered = reasons.filter(({ is_offered }) => is_offered)
  const form = useSiteForm({
    schema: sanctionSchema,
    start: { kind: 'warning', reason: 'other', message: '', note: '', length: '7', date: '' },
    send: async ({ kind, reason, message, note, length, date }) => {
      const endsAt = kind === 'banned' || kind === 'warning' ? null : endOf(length, date, Date.now())
      const id = await giveSanction(await client(), user.id, { kind, reason, message, note, endsAt })
      toast({ title: t.sanctionGiven, action: { label: undo, onClick: () => void takeBack(id) } })
      onClose()
      await onChanged()
    },
    onRefused: refusedAt('message', 'sanction the member'),
  })
  const takeBack = (id: string) =>
    act(`sanction ${id}`, async () => liftSanction(await client(), id, t.takenBack), {
      done: () => {
        toast({ title: t.sanctionUndone })
        return onChanged()
      },
      failed: failedTo('take the sanction back'),
    })
  const { field, values } = form
  const hasEnd = values.kind !== 'banned' && values.kind !== 'warning'
  const reason = field('reason')
  return (
    <form {...form.props} className="space-y-4 rounded-card border border-line p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label={t.kind} {...field('kind')}>
          {SANCTIONS.map((kind) => (
            <option key={kind} value={kind}>
              {KINDS[kind]}
            </option>
          ))}
        </Select>
        <Select
          label={t.reason}
          {...reason}
          onChange={(event) => {
            void reason.onChange?.(event)
            const before = offered.find(({ code }) => code === values.reason)?.message ?? ''
            const begun = offered.find(({ code }) => code === event.target.value)?.message ?? ''
            // What somebody typed stays.
            if (values.message === before) form.show({ message: begun })
          }}
        >
          {offered.map(({ code, sentence }) => (
            <option key={code} value={code}>
              {sentence}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        label={t.messageToTheMember}
        hint={t.theMemberReadsIt}
        rows={4}
        maxLength={SANCTION.message}
        {...field('message')}
      />
      {hasEnd ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label={t.until} {...field('length')}>
            {SANCTION_LENGTHS.map((length) => (
              <option key={length} value={length}>
                {LENGTHS[length]}
              </option>
            ))}
          </Select>
          {values.length === 'date' ? (
            <TextField label={t.day} type="date" required {...field('date')} />
          ) : null}
        </div>
      ) : null}
      <TextArea label={t.noteForStaff} rows={2} maxLength={SANCTION.note} {...field('note')} />
      <FormActions action={t.giveSanction} variant="danger" busy={form.isBusy} onCancel={onClose} />
    </form>
  )
}
