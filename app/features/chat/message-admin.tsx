// Administrators' actions on a message: delete it, choose it for a discussion, reveal who wrote an anonymous one, mute a
// guest for a day. Loaded for administrators only.
import { SquareCheck, Trash2, UserSearch } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmAct } from '#app/platform/acts/confirm.tsx'
import { refusedAt } from '#app/platform/acts/refusal.ts'
import { useSiteForm } from '#app/platform/forms/use-site-form.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { FormActions } from '#app/ui/forms/form-end.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { REASON } from '#shared/limits.ts'
import { reasonSchema } from '#shared/schemas/moderation.ts'
import { memberPath } from '#shared/slugs.ts'
import * as t from '#words/chat.ts'
import type { Shown } from './message-row.tsx'
import { type ChatMessage, type ChatProfile, deleteMessage, messageAuthor, muteGuest } from './queries.ts'

type DeleteProps = {
  message: ChatMessage
  /** Of the message, within the names of the buttons. */
  name: string
  onDeleted: () => void
}
type AdminProps = DeleteProps & { message: Shown; isChosen: boolean; onChoose: () => void }

export default function MessageAdmin({ message, name, isChosen, onChoose, onDeleted }: AdminProps) {
  return (
    <>
      <ActionButton
        icon={<SquareCheck size={16} aria-hidden />}
        label={t.choose}
        aria-label={t.chooseForADiscussion(name)}
        aria-pressed={isChosen}
        onClick={onChoose}
      />
      {message.user_id === null && !message.isOwn ? <WhoWrote message={message} name={name} /> : null}
      {message.isOwn ? null : <DeleteMessage message={message} name={name} onDeleted={onDeleted} />}
    </>
  )
}

function DeleteMessage({ message, name, onDeleted }: DeleteProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton
        icon={<Trash2 size={16} aria-hidden />}
        label={t.deleteLabel}
        aria-label={t.deleteLabel2(name)}
        intent="danger"
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <ConfirmAct
          title={t.deleteMessage}
          text={t.areYouSureYouWant(message.username)}
          action={t.deleteMessage}
          write={(client) => deleteMessage(client, message.id)}
          onClose={() => setIsOpen(false)}
          onDone={onDeleted}
          // SPEC.md section 8: only logged.
          failed={(error) => console.warn('chat message could not be deleted', error)}
        />
      ) : null}
    </>
  )
}

function WhoWrote({ message, name }: Omit<DeleteProps, 'onDeleted'>) {
  const [isOpen, setIsOpen] = useState(false)
  const [author, setAuthor] = useState<ChatProfile | null | 'asking' | 'failed'>('asking')

  async function ask() {
    setIsOpen(true)
    setAuthor('asking')
    try {
      setAuthor(await messageAuthor(await client(), message.id))
    } catch (error) {
      console.warn('the author could not be asked for', error)
      setAuthor('failed')
    }
  }

  return (
    <>
      <ActionButton
        icon={<UserSearch size={16} aria-hidden />}
        label={t.whoWroteThis}
        aria-label={t.whoWrote(name)}
        onClick={() => void ask()}
      />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={t.whoWroteThis}>
        <p className="text-15" aria-live="polite">
          {author === 'asking' ? t.asking : null}
          {author === 'failed' ? t.theAuthorCouldNotBe : null}
          {author === null ? t.isAGuestNoAccount(message.username) : null}
          {author !== null && typeof author === 'object'
            ? t.isNobodyButAdministratorsCan(
                message.username,
                <Link to={memberPath(author.username)} className="font-semibold text-accent underline">
                  {author.username}
                </Link>,
              )
            : null}
        </p>
        {author === null ? <MuteGuest message={message} onClose={() => setIsOpen(false)} /> : null}
      </Dialog>
    </>
  )
}

/** Mutes the guest who wrote a message for a day. The reason goes into the moderation log. */
function MuteGuest({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const form = useSiteForm({
    schema: reasonSchema,
    start: { reason: '' },
    send: async ({ reason }) => {
      await muteGuest(await client(), message.id, reason)
      toast({ title: t.guestMuted, text: t.cannotWriteInTheChat(message.username) })
      onClose()
    },
    onRefused: refusedAt('reason', 'mute the guest'),
  })
  return (
    <form {...form.props} className="mt-4 space-y-4 border-t border-line pt-4">
      <p className="text-15 text-muted">{t.aMutedGuestReadsThe}</p>
      <TextArea
        label={t.reason}
        hint={t.forTheModerationLogOnly}
        rows={2}
        required
        maxLength={REASON.max}
        {...form.field('reason')}
      />
      <FormActions
        action={t.muteGuest}
        busyAction={t.muting}
        variant="danger"
        busy={form.isBusy}
        onCancel={onClose}
      />
    </form>
  )
}
