// What an admin may do with a message: delete it, find out who wrote an anonymous one, and mute a guest. Loaded for
// admins alone.
import { Trash2, UserSearch } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmWrite } from '#app/platform/query/confirm-write.tsx'
import { client } from '#app/platform/session/session.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { memberPath } from '#shared/slugs.ts'
import { MuteGuest } from './mute-guest.tsx'
import { type ChatMessage, deleteMessage, type Face, messageAuthor } from './queries.ts'

type AdminProps = { message: ChatMessage; onDeleted: () => void }

export default function MessageAdmin({ message, onDeleted }: AdminProps) {
  return (
    <>
      {message.user_id === null ? <WhoWrote message={message} /> : null}
      <DeleteMessage message={message} onDeleted={onDeleted} />
    </>
  )
}

function DeleteMessage({ message, onDeleted }: AdminProps) {
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
        <ConfirmWrite
          title="Delete Message"
          text={`Are you sure you want to delete this message by ${message.username}? This action cannot be undone.`}
          action="Delete Message"
          write={(client) => deleteMessage(client, message.id)}
          onClose={() => setIsOpen(false)}
          onDone={onDeleted}
          // SPEC.md section 8: only logged.
          onRefused={(error) => console.warn('chat message could not be deleted', error)}
        />
      ) : null}
    </>
  )
}

function WhoWrote({ message }: { message: ChatMessage }) {
  const [isOpen, setIsOpen] = useState(false)
  const [author, setAuthor] = useState<Face | null | 'asking' | 'failed'>('asking')

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
