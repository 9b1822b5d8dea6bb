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
import type { Shown } from './message-row.tsx'
import { type ChatMessage, type ChatProfile, deleteMessage, messageAuthor, muteGuest } from './queries.ts'

type DeleteProps = { message: ChatMessage; onDeleted: () => void }
type AdminProps = { message: Shown; isChosen: boolean; onChoose: () => void; onDeleted: () => void }

export default function MessageAdmin({ message, isChosen, onChoose, onDeleted }: AdminProps) {
  return (
    <>
      <ActionButton
        icon={<SquareCheck size={16} aria-hidden />}
        label="Choose"
        aria-label={`Choose the message by ${message.username} for a discussion`}
        aria-pressed={isChosen}
        onClick={onChoose}
      />
      {message.user_id === null && !message.isOwn ? <WhoWrote message={message} /> : null}
      {message.isOwn ? null : <DeleteMessage message={message} onDeleted={onDeleted} />}
    </>
  )
}

function DeleteMessage({ message, onDeleted }: DeleteProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton
        icon={<Trash2 size={16} aria-hidden />}
        label="Delete"
        aria-label={`Delete the message by ${message.username}`}
        intent="danger"
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <ConfirmAct
          title="Delete Message"
          text={`Are you sure you want to delete this message by ${message.username}? This action cannot be undone.`}
          action="Delete Message"
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

function WhoWrote({ message }: { message: ChatMessage }) {
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
        label="Who wrote this"
        aria-label={`Who wrote as ${message.username}`}
        onClick={() => void ask()}
      />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Who wrote this">
        <p className="text-15" aria-live="polite">
          {author === 'asking' ? 'Asking…' : null}
          {author === 'failed' ? 'The author could not be asked for. Please try again.' : null}
          {author === null ? `${message.username} is a guest: no account is known.` : null}
          {author !== null && typeof author === 'object' ? (
            <>
              {message.username} is{' '}
              <Link to={memberPath(author.username)} className="font-semibold text-accent underline">
                {author.username}
              </Link>
              . Nobody but administrators can see this.
            </>
          ) : null}
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
      toast({ title: 'Guest muted', text: `${message.username} cannot write in the chat for 24 hours.` })
      onClose()
    },
    onRefused: refusedAt('reason', 'mute the guest'),
  })
  return (
    <form {...form.props} className="mt-4 space-y-4 border-t border-line pt-4">
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
        {...form.field('reason')}
      />
      <FormActions
        action="Mute Guest"
        busyAction="Muting..."
        variant="danger"
        busy={form.isBusy}
        onCancel={onClose}
      />
    </form>
  )
}
