// What administrators know of a member: earlier sanctions with their notes, the staff's notes, and a new sanction.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#app/domain/sanctions/sanction-words.ts'
import { useAct } from '#app/platform/acts/act.ts'
import { failedTo, refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { IconButton, SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { REASON, SANCTION } from '#shared/limits.ts'
import { sanctionSentence } from '#shared/sanction-words.ts'
import { noteSchema, reasonSchema } from '#shared/schemas/moderation.ts'
import * as t from '#words/admin-sanctions.ts'
import { adminQueries } from '../query-options.ts'
import { addNote, deleteNote, type GivenSanction, liftSanction } from './queries.ts'
import { SanctionForm } from './sanction-form.tsx'

type MemberRecordProps = { user: { id: string; username: string }; isSelf: boolean; onClose: () => void }

export default function MemberRecord({ user, isSelf, onClose }: MemberRecordProps) {
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { data, isError, refetch } = useQuery(adminQueries.sanctionsOf(user.id))
  const refresh = () => queries.invalidateQueries({ queryKey: adminQueries.all })
  return (
    <Dialog open wide onClose={onClose} title={t.sanctionsOf(user.username)}>
      {isError ? (
        <Failed message={t.couldNotBeLoaded} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton label={t.loading} rows={3} />
      ) : (
        <div className="space-y-5">
          {isAdding ? (
            <SanctionForm user={user} onClose={() => setAdding(false)} onChanged={refresh} />
          ) : isSelf ? null : (
            <Button onClick={() => setAdding(true)}>{t.newSanction}</Button>
          )}
          {data.length === 0 ? <p className="text-15 text-muted">{t.noSanctions}</p> : null}
          <ul className="divide-y divide-line">
            {data.map((sanction) => (
              <SanctionRow key={sanction.id} sanction={sanction} onChanged={refresh} />
            ))}
          </ul>
          <Notes member={user.id} onChanged={refresh} />
        </div>
      )}
    </Dialog>
  )
}

type RowProps = { sanction: GivenSanction; onChanged: () => Promise<void> }

function SanctionRow({ sanction, onChanged }: RowProps) {
  const { id, message, ends_at, starts_at, lifted_at, reason, record } = sanction
  const [isLifting, setLifting] = useState(false)
  const isOver = lifted_at !== null || (ends_at !== null && Date.parse(ends_at) <= Date.now())
  const form = useSiteForm({
    schema: reasonSchema,
    start: { reason: '' },
    send: async ({ reason: why }) => {
      await liftSanction(await client(), id, why)
      toast({ title: t.sanctionLifted })
      await onChanged()
    },
    onRefused: refusedAt('reason', 'lift the sanction'),
  })
  return (
    <li className="space-y-1 py-3 text-15 [overflow-wrap:anywhere]">
      <p className="font-medium">
        {sanctionSentence(sanction)} {reasonOf({ reason })}
      </p>
      {message ? <p className="whitespace-pre-line">{message}</p> : null}
      {record?.note ? <p className="text-14 text-muted">{t.noteSays(record.note)}</p> : null}
      <p className="text-13 text-muted">
        <TimeAgo at={starts_at} /> {record?.decided_by ? t.by(record.decided_by) : ''} ·{' '}
        {record?.lifted_by ? t.liftedBy(record.lifted_by) : isOver ? t.over : t.inForce}
      </p>
      {isOver ? null : isLifting ? (
        <form {...form.props} className="space-y-3 pt-2">
          <TextArea
            label={t.whyIsItLifted}
            hint={t.theMemberReadsThis}
            rows={2}
            required
            autoFocus
            maxLength={REASON.max}
            {...form.field('reason')}
          />
          <FormActions
            action={t.liftSanction}
            size="small"
            busy={form.isBusy}
            onCancel={() => setLifting(false)}
          />
        </form>
      ) : (
        <Button variant="secondary" size="small" onClick={() => setLifting(true)}>
          {t.lift}
        </Button>
      )}
    </li>
  )
}

function Notes({ member, onChanged }: { member: string; onChanged: () => Promise<void> }) {
  const { data = [] } = useQuery(adminQueries.notesOf(member))
  const form = useSiteForm({
    schema: noteSchema,
    start: { note: '' },
    send: async ({ note }) => {
      await addNote(await client(), member, note)
      form.show({ note: '' })
      await onChanged()
    },
    onRefused: refusedAt('note', 'add the note'),
  })
  const [remove] = useAct(async (id: string) => deleteNote(await client(), id), {
    done: onChanged,
    failed: failedTo('delete the note'),
  })
  return (
    <section className="space-y-3 border-t border-line pt-4">
      <h3 className="font-sans text-16 font-semibold">{t.notes}</h3>
      {data.length === 0 ? <p className="text-15 text-muted">{t.noNotes}</p> : null}
      <ul className="space-y-2">
        {data.map(({ id, note, created_at, author }) => (
          <li key={id} className="flex items-start justify-between gap-2 text-15">
            <p className="[overflow-wrap:anywhere] whitespace-pre-line">
              {note}{' '}
              <span className="text-13 text-muted">
                <TimeAgo at={created_at} /> {author ? t.by(author.username) : ''}
              </span>
            </p>
            <IconButton
              icon={<Trash2 {...SMALL_ICON} />}
              label={t.deleteNote}
              intent="danger"
              onClick={() => void remove(id)}
            />
          </li>
        ))}
      </ul>
      <form {...form.props} className="space-y-3">
        <TextArea label={t.newNote} rows={2} maxLength={SANCTION.note} {...form.field('note')} />
        <Button type="submit" variant="secondary" size="small" disabled={form.isDisabled}>
          {t.addNote}
        </Button>
      </form>
    </section>
  )
}
