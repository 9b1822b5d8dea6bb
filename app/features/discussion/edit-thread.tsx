// Changes a discussion in its place: title, text, tags. Loaded when somebody begins to. Leaving it keeps a draft.
import { useRef, useState } from 'react'
import { EditorOnDemand } from '#app/domain/editor/editor-on-demand.ts'
import {
  type Problems,
  problemsFrom,
  problemsOf,
  type ThreadVersion,
  threadEdit,
} from '#app/domain/threads/mutations.ts'
import { splitTags } from '#app/domain/threads/tags.ts'
import { editDraftKey } from '#app/platform/drafts/draft-keys.ts'
import { useEdit } from '#app/platform/drafts/use-edit.ts'
import { useRequireMember } from '#app/platform/session/require-member.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { AutosizeTitleInput, TextField } from '#app/ui/forms/field.tsx'
import { NewerVersion, VersionField } from '#app/ui/forms/newer-version.tsx'
import { SaveOrCancel } from '#app/ui/forms/save-or-cancel.tsx'
import { SanitizedHtml } from '#app/ui/post-card.tsx'
import { CONTENT, TITLE } from '#shared/limits.ts'
import { textLength } from '#shared/text-length.ts'

type EditThreadProps = {
  thread: ThreadVersion & { id: string }
  userId: string
  onClose: () => void
  onSaved: (title: string) => void | Promise<void>
}

type Fields = { title: string; content: string; tags: string }

export default function EditThread({ thread, userId, onClose, onSaved }: EditThreadProps) {
  const edit = useEdit<ThreadVersion, Fields>({
    draftKey: editDraftKey(userId, thread.id),
    current: thread,
    valuesOf: fieldsOf,
    isValues: isFields,
  })
  const { values: fields, theirs } = edit
  const [problems, setProblems] = useState<Problems>({})
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const requireMember = useRequireMember()
  const isEmpty = fields.title.trim() === '' || textLength(fields.content) === 0

  function change(changed: Partial<Fields>) {
    setProblems({})
    edit.change({ ...fields, ...changed })
  }

  async function save() {
    if (busy.current || isEmpty) return
    const written = {
      title: fields.title.trim(),
      content: fields.content.trim(),
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
      const isSaved = await edit.save({
        mine: { ...written, tags: written.tags.join(', ') },
        ...threadEdit(member.client, thread.id, written),
      })
      if (!isSaved) return
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
      {edit.restored && !theirs ? <DraftNotice at={edit.restored.at} onDiscard={edit.discard} /> : null}
      <AutosizeTitleInput
        label="Title"
        value={fields.title}
        maxLength={TITLE.max}
        error={problems.title}
        onText={(title) => change({ title })}
      />
      <EditorOnDemand
        key={`${thread.id}-${edit.sheet}`}
        label="Content"
        initial={fields.content}
        max={CONTENT.max}
        error={problems.content}
        onChange={(content) => change({ content })}
        onSubmit={() => void save()}
      />
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
      {theirs ? (
        <NewerVersion
          busy={saving}
          onTakeTheirs={edit.takeTheirs}
          onKeepMine={() => {
            edit.keepMine()
            void save()
          }}
        >
          <VersionField label="Title">{theirs.title}</VersionField>
          <VersionField label="Content">
            <SanitizedHtml html={theirs.content} />
          </VersionField>
          <VersionField label="Tags">{theirs.tags.join(', ')}</VersionField>
        </NewerVersion>
      ) : null}
      <SaveOrCancel
        saving={saving}
        disabled={isEmpty}
        onSave={() => void save()}
        onCancel={() => {
          edit.forget()
          onClose()
        }}
      />
    </div>
  )
}

function fieldsOf({ title, content, tags }: ThreadVersion): Fields {
  return { title, content, tags: tags.join(', ') }
}

function isFields(value: unknown): value is Fields {
  const fields = value as Fields | null
  return (
    typeof fields === 'object' &&
    fields !== null &&
    [fields.title, fields.content, fields.tags].every((field) => typeof field === 'string')
  )
}
