// Adds words that mean the same to the search, or changes them.
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { type Synonyms, saveSynonyms, termsIn } from './queries.ts'

type SynonymDialogProps = {
  /** Null adds some. */
  synonyms: Synonyms | null
  onClose: () => void
  onSaved: () => Promise<void>
}

export function SynonymDialog({ synonyms, onClose, onSaved }: SynonymDialogProps) {
  const [terms, setTerms] = useState(synonyms?.terms.join(', ') ?? '')
  const [typedOnly, setTypedOnly] = useState(synonyms?.typed_only.join(', ') ?? '')
  const [problem, setProblem] = useState<string>()
  const [save, busy] = useAsyncAction(async () => {
    const fields = { terms: termsIn(terms), typed_only: termsIn(typedOnly) }
    if (fields.terms.length === 0 || fields.terms.length + fields.typed_only.length < 2)
      return setProblem(CONSTRAINT_MESSAGES.search_synonyms_terms_count)
    try {
      await saveSynonyms(await client(), synonyms?.id ?? null, fields)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) setProblem(refusal.message)
      else toastError('save the words', error)
      return
    }
    toast({ title: synonyms ? 'Synonyms saved' : 'Synonyms added' })
    onClose()
    await onSaved()
  })
  return (
    <Dialog open onClose={onClose} busy={busy} title={synonyms ? 'Edit Synonyms' : 'Add Synonyms'}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextArea
          label="Words that mean the same"
          hint="Separated by commas, in any language or script. Whoever types one of them finds all of them."
          placeholder="tax, income tax, आयकर"
          rows={3}
          required
          value={terms}
          error={problem}
          onChange={(event) => {
            setTerms(event.target.value)
            setProblem(undefined)
          }}
        />
        <TextArea
          label="Other spellings (optional)"
          hint="They lead to the words above, but are not searched for themselves: misspellings, and words that mean other things too."
          placeholder="aaykar, kar"
          rows={2}
          value={typedOnly}
          onChange={(event) => {
            setTypedOnly(event.target.value)
            setProblem(undefined)
          }}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? 'Saving...' : synonyms ? 'Save' : 'Add Synonyms'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
