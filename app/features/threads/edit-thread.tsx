// Changes a discussion in its place: title, text, tags. Loaded when somebody begins to.
import { type ReactNode, useRef, useState } from 'react'
import type { EditorSlot } from '#app/lib/editor-slot.ts'
import { refusalOf } from '#app/lib/refusal.ts'
import { useRequireMember } from '#app/lib/require-member.ts'
import { useDraft } from '#app/lib/use-draft.ts'
import { HeadlineField, TextField } from '#app/ui/field.tsx'
import { SaveOrCancel } from '#app/ui/save-or-cancel.tsx'
import { toast } from '#app/ui/toast.ts'
import { CONTENT, TITLE } from '#shared/limits.ts'
import { textLength } from '#shared/text-length.ts'
import { splitTags } from './tags.ts'
import { type Problems, problemsFrom, problemsOf, updateThread } from './writing.ts'

type EditThreadProps = {
  thread: { id: string; title: string; content: string; tags: string[] }
  userId: string
  onClose: () => void
  onSaved: (title: string) => void | Promise<void>
  editor: (slot: EditorSlot) => ReactNode
}

type Fields = { title: string; content: string; tags: string }

export default function EditThread({ thread, userId, onClose, onSaved, editor }: EditThreadProps) {
  const draft = useDraft(`${userId}:edit:${thread.id}`, isFields)
  const [fields, setFields] = useState<Fields>(
    () => draft.found?.value ?? { ...thread, tags: thread.tags.join(', ') },
  )
  const [problems, setProblems] = useState<Problems>({})
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const requireMember = useRequireMember()
  const isEmpty = fields.title.trim() === '' || textLength(fields.content) === 0

  function change(changed: Partial<Fields>) {
    const next = { ...fields, ...changed }
    setFields(next)
    setProblems({})
    draft.keep({ title: next.title, content: next.content, tags: next.tags })
  }

  async function save() {
    if (busy.current || isEmpty) return
    const written = {
      ...{ title: fields.title.trim(), content: fields.content.trim() },
      tags: splitTags(fields.tags),
    }
    const wrong = problemsOf(written)
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    busy.current = true
    setSaving(true)
    try {
      const member = await requireMember()
      if (!member) return
      await updateThread(member.client, thread.id, written)
      draft.drop()
      await onSaved(written.title)
      toast({ title: 'Discussion updated' })
    } catch (failure) {
      console.warn('discussion was not changed', failure)
      const refusal = refusalOf(failure)
      setProblems(
        refusal ? problemsFrom(refusal) : { form: 'Not saved. Please try again; what you typed is kept.' },
      )
      toast({
        title: 'Failed to update',
        text: 'There was an error saving your discussion. Please try again.',
        variant: 'destructive',
      })
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return (
    <div className="space-y-4 [--sheet:var(--bg)]">
      <HeadlineField
        label="Title"
        value={fields.title}
        maxLength={TITLE.max}
        error={problems.title}
        onText={(title) => change({ title })}
      />
      {editor({
        ...{ key: thread.id, label: 'Content', initial: fields.content, max: CONTENT.max },
        error: problems.content,
        onChange: (content) => change({ content }),
        onSubmit: () => void save(),
      })}
      <TextField
        label="Tags"
        hint="Separated by commas, at most five."
        value={fields.tags}
        error={problems.tags}
        onChange={(event) => change({ tags: event.target.value })}
      />
      {problems.form ? (
        <p role="alert" className="text-14 text-loss">
          {problems.form}
        </p>
      ) : null}
      <SaveOrCancel
        saving={saving}
        disabled={isEmpty}
        onSave={() => void save()}
        onCancel={() => {
          draft.drop()
          onClose()
        }}
      />
    </div>
  )
}

function isFields(value: unknown): value is Fields {
  const fields = value as Fields | null
  return (
    typeof fields === 'object' &&
    fields !== null &&
    [fields.title, fields.content, fields.tags].every((field) => typeof field === 'string')
  )
}
