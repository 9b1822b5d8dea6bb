// One contact message, whole, and the answer to it.
import { useState } from 'react'
import { client } from '#app/platform/session/session.ts'
import { refusalOf } from '#app/platform/supabase/refusal.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useAsyncAction } from '#app/ui/use-async-action.ts'
import { formatMoment } from '#shared/format.ts'
import { CONTACT } from '#shared/limits.ts'
import { answerMessage, type Message, markAnswered, subjectWord } from './queries.ts'

type MessageDialogProps = { message: Message; onClose: () => void; onChanged: () => Promise<void> }

export function MessageDialog({ message, onClose, onChanged }: MessageDialogProps) {
  const { name, email, subject, created_at, member } = message
  return (
    <Dialog open wide onClose={onClose} title={subjectWord(subject)}>
      <p className="text-14 text-muted [overflow-wrap:anywhere]">
        {name} · {email}
        {member ? ` · member ${member.username}` : ' · not signed in'} · {formatMoment(created_at)}
      </p>
      <p className="my-4 max-h-[40dvh] overflow-auto rounded-control bg-raised px-4 py-3 text-15 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {message.message}
      </p>
      {message.answered_at ? (
        <Answered message={message} onClose={onClose} onChanged={onChanged} />
      ) : (
        <AnswerForm message={message} onClose={onClose} onChanged={onChanged} />
      )}
    </Dialog>
  )
}

function AnswerForm({ message, onClose, onChanged }: MessageDialogProps) {
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<string>()
  const [act, busy] = useAsyncAction(async (how: 'mail' | 'mark') => {
    if (how === 'mail' && answer.trim() === '') return setProblem('Please write an answer first.')
    try {
      const supabase = await client()
      if (how === 'mail') await answerMessage(supabase, message.id, answer.trim())
      else await markAnswered(supabase, [message.id], true)
    } catch (error) {
      console.warn('message was not answered', error)
      setProblem(refusalOf(error)?.message ?? 'Not sent. Please try again; what you typed is kept.')
      return
    }
    toast(
      how === 'mail'
        ? { title: 'Answer sent', text: `It is on its way to ${message.email}.` }
        : { title: 'Marked as answered' },
    )
    onClose()
    await onChanged()
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void act('mail')
      }}
    >
      <TextArea
        label={`Answer to ${message.name}`}
        hint={`Mailed to ${message.email} in the site's name.`}
        rows={5}
        maxLength={CONTACT.message}
        value={answer}
        error={problem}
        onChange={(event) => {
          setAnswer(event.target.value)
          setProblem(undefined)
        }}
      />
      <div className="mt-5 flex gap-2 max-sm:flex-col-reverse">
        <Button variant="quiet" className="sm:mr-auto" onClick={onClose} disabled={busy}>
          Close
        </Button>
        <Button variant="secondary" onClick={() => void act('mark')} disabled={busy}>
          Mark as answered
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Sending...' : 'Send Answer'}
        </Button>
      </div>
    </form>
  )
}

function Answered({ message, onClose, onChanged }: MessageDialogProps) {
  const [reopen, busy] = useAsyncAction(async () => {
    try {
      await markAnswered(await client(), [message.id], false)
    } catch (error) {
      console.warn('message was not opened again', error)
      toast({ title: 'Error', text: 'The message could not be opened again.', variant: 'destructive' })
      return
    }
    onClose()
    await onChanged()
  })
  return (
    <>
      <p className="text-14 text-muted">
        {message.by ? `${message.by.username} answered` : 'Answered'}
        {message.answered_at ? ` on ${formatMoment(message.answered_at)}` : ''}
        {message.answer === null
          ? ', not from here.'
          : message.answer_mailed_at
            ? '.'
            : '; the mail waits to leave.'}
      </p>
      {message.answer ? (
        <p className="mt-2 border-l-2 border-edge pl-4 text-15 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {message.answer}
        </p>
      ) : null}
      <div className="mt-5 flex justify-end gap-2">
        {message.answer === null ? (
          <Button variant="secondary" onClick={() => void reopen()} disabled={busy}>
            Open again
          </Button>
        ) : null}
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  )
}
