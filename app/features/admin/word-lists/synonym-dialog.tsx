// Adds words that mean the same to the search, or changes them.
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { synonymsSchema } from '#shared/schemas/moderation.ts'
import { type Synonyms, saveSynonyms } from './queries.ts'

type SynonymDialogProps = {
  /** Null adds some. */
  synonyms: Synonyms | null
  onClose: () => void
  onSaved: () => Promise<void>
}

export function SynonymDialog({ synonyms, onClose, onSaved }: SynonymDialogProps) {
  const form = useSiteForm({
    schema: synonymsSchema,
    start: {
      terms: synonyms?.terms.join(', ') ?? '',
      typed_only: synonyms?.typed_only.join(', ') ?? '',
    },
    send: async (fields) => {
      await saveSynonyms(await client(), synonyms?.id ?? null, fields)
      toast({ title: synonyms ? 'Synonyms saved' : 'Synonyms added' })
      onClose()
      await onSaved()
    },
    onRefused: (error) => {
      const refusal = refusalOf(error)
      if (refusal) return { terms: refusal.message }
      toastError('save the words', error)
      return {}
    },
  })
  return (
    <Dialog open onClose={onClose} busy={form.isBusy} title={synonyms ? 'Edit Synonyms' : 'Add Synonyms'}>
      <form {...form.props} className="space-y-4">
        <TextArea
          label="Words that mean the same"
          hint="Separated by commas, in any language or script. Whoever types one of them finds all of them."
          placeholder="tax, income tax, आयकर"
          rows={3}
          required
          {...form.field('terms')}
        />
        <TextArea
          label="Other spellings (optional)"
          hint="They lead to the words above, but are not searched for themselves: misspellings, and words that mean other things too."
          placeholder="aaykar, kar"
          rows={2}
          {...form.field('typed_only')}
        />
        <FormActions action={synonyms ? 'Save' : 'Add Synonyms'} busy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
