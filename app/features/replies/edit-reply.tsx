// Changes an own reply in its place. Loaded when somebody begins to.
import { type ReactNode, useRef, useState } from 'react'
import type { EditorSlot } from '#app/lib/editor-slot.ts'
import { refusalOf } from '#app/lib/refusal.ts'
import { useRequireMember } from '#app/lib/require-member.ts'
import { useDraft } from '#app/lib/use-draft.ts'
import { SaveOrCancel } from '#app/ui/save-or-cancel.tsx'
import { toast } from '#app/ui/toast.ts'
import { CONSTRAINT_MESSAGES } from '#shared/constraint-messages.ts'
import { REPLY } from '#shared/limits.ts'
import { textLength } from '#shared/text-length.ts'
import { updateReply } from './posting.ts'

type EditReplyProps = {
  reply: { id: string; content: string }
  userId: string
  onClose: () => void
  onSaved: () => void | Promise<void>
  editor: (slot: EditorSlot) => ReactNode
}

const isText = (value: unknown): value is string => typeof value === 'string'

export default function EditReply({ reply, userId, onClose, onSaved, editor }: EditReplyProps) {
  const draft = useDraft(`${userId}:edit:${reply.id}`, isText)
  const [content, setContent] = useState(draft.found?.value ?? reply.content)
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
      await updateReply(member.client, reply.id, content)
      draft.drop()
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
      {editor({
        ...{ key: reply.id, label: 'Edit your reply', initial: content, max: REPLY.max, error },
        onChange: (html) => {
          setContent(html)
          setError(undefined)
          draft.keep(html)
        },
        onSubmit: () => void save(),
      })}
      <SaveOrCancel
        saving={saving}
        disabled={length === 0}
        onSave={() => void save()}
        onCancel={() => {
          draft.drop()
          onClose()
        }}
      />
    </div>
  )
}
