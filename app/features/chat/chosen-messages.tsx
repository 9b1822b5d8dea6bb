// Administrators choose messages and begin a discussion with them: a draft that quotes them, which the form of a new
// discussion shows. Loaded with the first chosen message.
import { useNavigate } from 'react-router'
import { newId } from '#app/platform/acts/once.ts'
import { localStore } from '#app/platform/browser/browser-storage.ts'
import { keepDraft } from '#app/platform/drafts/drafts.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { count } from '#shared/format.ts'
import { CONTENT } from '#shared/limits.ts'
import { textLength } from '#shared/text-length.ts'
import * as t from '#words/chat.ts'
import type { ChatMessage } from './queries.ts'
import { quoteMessages } from './quote-messages.ts'

type ChosenProps = { userId: string; messages: readonly ChatMessage[]; onClear: () => void }

export default function ChosenMessages({ userId, messages, onClear }: ChosenProps) {
  const navigate = useNavigate()
  const content = quoteMessages(messages)
  const isTooLong = textLength(content) > CONTENT.max
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-4 py-2 text-14">
      <p role="status" className="mr-auto">
        {count(messages.length, t.messageChosen, t.messagesChosen)}
        {isTooLong ? t.tooMuchTextForOne : ''}
      </p>
      <Button
        size="small"
        disabled={isTooLong}
        onClick={() => {
          // A draft of its own: one that waits already stays as it is.
          const key = `${userId}:new-discussion:${newId().slice(0, 8)}`
          keepDraft(localStore(), key, { title: '', content, tags: '', categoryId: '' }, Date.now())
          void navigate('/new-discussion')
        }}
      >
        {t.makeADiscussion}
      </Button>
      <Button variant="quiet" size="small" onClick={onClear}>
        {t.clear}
      </Button>
    </div>
  )
}
