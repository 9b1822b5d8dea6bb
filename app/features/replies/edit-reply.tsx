// Changes an own reply in its place. Loaded when somebody begins to. Leaving it keeps a draft.
import { type ReactNode, useRef, useState } from 'react'
import { editDraftKey } from '#app/lib/draft-keys.ts'
import type { EditorSlot } from '#app/lib/editor-slot.ts'
import { refusalOf } from '#app/lib/refusal.ts'
import { useRequireMember } from '#app/lib/require-member.ts'
import { useEdit } from '#app/lib/use-edit.ts'
import { DraftNotice } from '#app/ui/draft-notice.tsx'
import { NewerVersion } from '#app/ui/newer-version.tsx'
import { SaveOrCancel } from '#app/ui/save-or-cancel.tsx'
import { WrittenHtml } from '#app/ui/signed-text.tsx'
import { toast } from '#app/ui/toast.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { REPLY } from '#shared/limits.ts'
import { textLength } from '#shared/text-length.ts'
import { type ReplyVersion, replyEdit } from './posting.ts'

type EditReplyProps = {
  reply: ReplyVersion & { id: string }
  userId: string
  onClose: () => void
  onSaved: () => void | Promise<void>
  editor: (slot: EditorSlot) => ReactNode
}

const contentOf = ({ content }: ReplyVersion) => content
const isText = (value: unknown): value is string => typeof value === 'string'

export default function EditReply({ reply, userId, onClose, onSaved, editor }: EditReplyProps) {
  const edit = useEdit<ReplyVersion, string>({
    draftKey: editDraftKey(userId, reply.id),
    current: reply,
    valuesOf: contentOf,
    isValues: isText,
  })
  const { values: content, theirs } = edit
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const requireMember = useRequireMember()
  const length = textLength(content)

  async function save() {
    if (busy.current || length === 0) return
    if (length < REPLY.min || length > REPLY.max) {
      return setError(CONSTRAINT_MESSAGES.replies_content_length)
    }
    busy.current = true
    setSaving(true)
    try {
      const member = await requireMember()
      if (!member) return
      if (!(await edit.save(replyEdit(member.client, reply.id, content)))) return
      await onSaved()
      toast({ title: 'Reply updated' })
    } catch (failure) {
      console.warn('reply was not changed', failure)
      setError(refusalOf(failure)?.message ?? 'Not saved. Please try again; what you typed is kept.')
      toast({
        title: 'Failed to update',
        text: 'There was an error saving your reply. Please try again.',
        variant: 'destructive',
      })
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return (
    <div>
      {edit.restored && !theirs ? <DraftNotice at={edit.restored.at} onDiscard={edit.discard} /> : null}
      {editor({
        key: `${reply.id}-${edit.sheet}`,
        label: 'Edit your reply',
        initial: content,
        max: REPLY.max,
        error,
        onChange: (html) => {
          setError(undefined)
          edit.change(html)
        },
        onSubmit: () => void save(),
      })}
      {theirs ? (
        <NewerVersion
          busy={saving}
          onTakeTheirs={edit.takeTheirs}
          onKeepMine={() => {
            edit.keepMine()
            void save()
          }}
        >
          <WrittenHtml html={theirs.content} />
        </NewerVersion>
      ) : null}
      <SaveOrCancel
        saving={saving}
        disabled={length === 0}
        onSave={() => void save()}
        onCancel={() => {
          edit.forget()
          onClose()
        }}
      />
    </div>
  )
}
