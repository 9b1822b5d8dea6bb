// Keeps the guest who wrote a message from writing for a day. The reason goes into the moderation log.
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toastError } from '#app/platform/toast-error.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { REASON } from '#shared/limits.ts'
import { type ChatMessage, muteGuest } from './queries.ts'

export function MuteGuest({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [mute, busy] = useAsyncAction(async () => {
    if ([...reason.trim()].length < REASON.min) return setProblem(REASON.message)
    try {
      await muteGuest(await client(), message.id, reason.trim())
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) setProblem(refusal.message)
      else toastError('mute the guest', error)
      return
    }
    toast({ title: 'Guest muted', text: `${message.username} cannot write in the chat for 24 hours.` })
    onClose()
  })
  return (
    <form
      noValidate
      className="mt-4 space-y-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        void mute()
      }}
    >
      <p className="text-15 text-muted">
        A muted guest reads the chat but cannot write in it for 24 hours, under any name. What they wrote
        stays.
      </p>
      <TextArea
        label="Reason"
        hint="For the moderation log; only administrators read it."
        rows={2}
        required
        maxLength={REASON.max}
        value={reason}
        error={problem}
        onChange={(event) => {
          setReason(event.target.value)
          setProblem(undefined)
        }}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" disabled={busy}>
          {busy ? 'Muting...' : 'Mute Guest'}
        </Button>
      </div>
    </form>
  )
}
