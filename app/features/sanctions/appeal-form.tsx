// The form of an appeal, which opens in its place.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Subject, sanctionQueries, sendAppeal } from '#app/domain/sanctions/queries.ts'
import { refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { APPEAL } from '#shared/limits.ts'
import { appealSchema } from '#shared/schemas/moderation.ts'
import * as t from '#words/sanctions.ts'

export function AppealForm({ userId, subject }: { userId: string; subject: Subject }) {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const form = useSiteForm({
    schema: appealSchema,
    start: { text: '' },
    send: async ({ text }) => {
      await sendAppeal(await client(), userId, subject, text)
      toast({ title: t.appealSent, text: t.appealSentText })
      await queries.invalidateQueries({ queryKey: sanctionQueries.all })
    },
    onRefused: refusedAt('text', 'appeal'),
  })
  if (!isOpen)
    return (
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {t.appeal}
      </Button>
    )
  return (
    <form {...form.props} className="space-y-3">
      <TextArea
        label={t.whyLookAgain}
        hint={t.appealHint}
        rows={4}
        required
        autoFocus
        maxLength={APPEAL.max}
        {...form.field('text')}
      />
      <FormActions action={t.sendAppeal} busy={form.isBusy} size="small" onCancel={() => setOpen(false)} />
    </form>
  )
}
