// The form in the place of an own message's text, for two minutes after it was sent. Loaded with its first use.
import { useRef } from 'react'
import { refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { useReturnFocus } from '#app/ui/return-focus.ts'
import { CHAT_MESSAGE } from '#shared/limits.ts'
import { chatMessageSchema } from '#shared/schemas/chat.ts'
import * as t from '#words/chat.ts'
import { type ChatMessage, editMessage } from './queries.ts'

type EditProps = {
  message: ChatMessage
  onEdited: (message: ChatMessage) => void
  onClose: () => void
}

export default function EditMessage({ message, onEdited, onClose }: EditProps) {
  const element = useRef<HTMLDivElement>(null)
  useReturnFocus(element)
  const form = useSiteForm({
    schema: chatMessageSchema,
    start: { message: message.message },
    send: async ({ message: text }) => {
      const edited = await editMessage(await client(), message.id, text)
      if (!edited) return { message: t.theTwoMinutesAreOver }
      onEdited(edited)
      onClose()
    },
    onRefused: refusedAt('message', 'edit the message'),
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what is pressed in here from touching the message
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div ref={element} onClick={(event) => event.stopPropagation()}>
      <form
        {...form.props}
        aria-label={t.editYourMessage}
        className="my-1 space-y-2"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (
            event.key !== 'Enter' ||
            event.shiftKey ||
            event.nativeEvent.isComposing ||
            event.keyCode === 229
          )
            return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <TextArea
          label={t.message}
          hiddenLabel
          autoFocus
          rows={2}
          required
          maxLength={CHAT_MESSAGE.max}
          {...form.field('message')}
        />
        <FormActions action={t.save} busy={form.isBusy} onCancel={onClose} />
      </form>
    </div>
  )
}
