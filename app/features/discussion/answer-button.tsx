// Makes a reply the answer of its discussion, or takes that back. Loaded for those who may.
import { CircleCheck, CircleOff } from 'lucide-react'
import { client } from '#app/platform/session/session.ts'
import { toastRefused } from '#app/platform/supabase/unreachable.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'

type AnswerButtonProps = {
  replyId: string
  author: string
  isAnswer: boolean
  onChanged: () => Promise<void>
}

export default function AnswerButton({ replyId, author, isAnswer, onChanged }: AnswerButtonProps) {
  const [toggle, isBusy] = useAsyncAction(async () => {
    const { error } = await (await client()).rpc('mark_answer', { reply: replyId, is_answer: !isAnswer })
    if (error)
      return toastRefused('Not saved', error, 'There was an error saving your choice. Please try again.')
    await onChanged()
    toast({ title: isAnswer ? 'No longer the answer' : 'Marked as the answer' })
  })
  const Icon = isAnswer ? CircleOff : CircleCheck
  const label = isAnswer ? 'Unmark answer' : 'Mark as answer'
  return (
    <ActionButton
      icon={<Icon size={16} aria-hidden />}
      label={label}
      aria-label={`${label}: reply by ${author}`}
      disabled={isBusy}
      onClick={(event) => {
        // The second click of a double-click must not undo the first.
        if (event.detail < 2) void toggle()
      }}
    />
  )
}
