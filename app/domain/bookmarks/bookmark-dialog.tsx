// The note and the reminder of a bookmark. Loaded on demand.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { withQueries } from '#app/platform/query/query-client.tsx'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Select, TextArea, TextField } from '#app/ui/forms/field.tsx'
import { FormActions, FormProblem } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { formatDate } from '#shared/format.ts'
import { fromIndianField, nextMonday, toIndianField, tomorrowMorning, tonight } from '#shared/indian-time.ts'
import { BOOKMARK_NOTE } from '#shared/limits.ts'
import { bookmarkSchema, type Reminder } from '#shared/schemas/bookmarks.ts'
import * as t from '#words/bookmarks-parts-more.ts'
import { type Bookmark, type BookmarkTarget, bookmarkQueries, saveBookmark } from './query-options.ts'

type BookmarkDialogProps = {
  target: BookmarkTarget
  userId: string
  bookmark: Bookmark
  onClose: () => void
}

export default withQueries(BookmarkDialog)

function BookmarkDialog({ target, userId, bookmark, onClose }: BookmarkDialogProps) {
  const queries = useQueryClient()
  const [now] = useState(Date.now)
  const evening = tonight(now)
  const monday = nextMonday(now)
  const times = { tonight: evening, tomorrow: tomorrowMorning(now), week: monday } as const
  const timeOf = (reminder: Reminder, at: string) =>
    reminder === 'none' ? null : fromIndianField(reminder === 'date' ? at : (times[reminder] ?? at))
  const form = useSiteForm({
    schema: bookmarkSchema,
    start: {
      note: bookmark.note ?? '',
      reminder: (bookmark.remind_at ? 'date' : 'none') as Reminder,
      at: bookmark.remind_at ? toIndianField(bookmark.remind_at) : tomorrowMorning(now),
    },
    send: async ({ note, reminder, at }) => {
      const wanted = { note: note || null, remind_at: timeOf(reminder, at) }
      const isStored = await saveBookmark({ client: await client(), userId }, target, wanted)
      if (!isStored) return { form: t.notSavedTheBookmarkWas }
      toast({ title: t.bookmarkSaved })
      onClose()
      await queries.invalidateQueries({ queryKey: bookmarkQueries.all })
    },
    failed: t.notSavedPleaseTryAgain,
  })
  const { values, problems } = form
  return (
    <Dialog open onClose={onClose} title={t.noteAndReminder} busy={form.isBusy}>
      <form {...form.props} className="space-y-4">
        <TextArea
          label={t.note}
          hint={t.onlyYouSeeIt}
          rows={3}
          maxLength={BOOKMARK_NOTE.max}
          {...form.field('note')}
        />
        <Select label={t.remindMe} {...form.field('reminder')}>
          <option value="none">{t.notAtAll}</option>
          {evening ? <option value="tonight">{t.tonight800Pm}</option> : null}
          <option value="tomorrow">{t.tomorrow900Am}</option>
          <option value="week">{t.nextWeek900Am(formatDate(fromIndianField(monday) ?? ''))}</option>
          <option value="date">{t.atAnotherTime}</option>
        </Select>
        {values.reminder === 'date' ? (
          <TextField
            label={t.dateAndTimeIST}
            type="datetime-local"
            min={toIndianField(new Date(now).toISOString())}
            {...form.field('at')}
          />
        ) : null}
        <FormProblem message={problems.form} />
        <FormActions action={t.save} busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
