// For whoever asked: makes a reply the answer, or takes that back. Loaded for them.
import { CircleCheck, CircleOff } from 'lucide-react'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { SMALL_ICON } from '#app/ui/forms/icon-button.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import * as t from '#words/discussion-more.ts'
import { markAnswer } from './mark-answer.ts'

type AnswerButtonProps = {
  replyId: string
  author: string
  isAnswer: boolean
  onChanged: () => Promise<void>
}

export default function AnswerButton({ replyId, author, isAnswer, onChanged }: AnswerButtonProps) {
  const Icon = isAnswer ? CircleOff : CircleCheck
  const label = isAnswer ? t.unmarkAnswer : t.markAsAnswer
  return (
    <ActionButton
      icon={<Icon {...SMALL_ICON} />}
      label={label}
      spelled
      aria-label={t.replyBy(label, author)}
      onClick={singlePress(() => markAnswer(replyId, !isAnswer, onChanged))}
    />
  )
}
