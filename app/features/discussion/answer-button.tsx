// Makes a reply the answer of its discussion, or takes that back. Loaded for those who may.
import { CircleCheck, CircleOff } from 'lucide-react'
import { useAct } from '#app/platform/acts/act.ts'
import { choiceNotSaved } from '#app/platform/acts/failure.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'

import { singlePress } from '#app/ui/single-press.ts'

type AnswerButtonProps = {
  replyId: string
  author: string
  isAnswer: boolean
  onChanged: () => Promise<void>
}

export default function AnswerButton({ replyId, author, isAnswer, onChanged }: AnswerButtonProps) {
  const [toggle, isBusy] = useAct(
    async () => (await client()).rpc('mark_answer', { reply: replyId, is_answer: !isAnswer }).throwOnError(),
    {
      id: `answer ${replyId}`,
      done: async () => {
        await onChanged()
        toast({ title: isAnswer ? 'No longer the answer' : 'Marked as the answer' })
      },
      failed: choiceNotSaved,
    },
  )
  const Icon = isAnswer ? CircleOff : CircleCheck
  const label = isAnswer ? 'Unmark answer' : 'Mark as answer'
  return (
    <ActionButton
      icon={<Icon size={16} aria-hidden />}
      label={label}
      aria-label={`${label}: reply by ${author}`}
      disabled={isBusy}
      onClick={singlePress(toggle)}
    />
  )
}
