// The contact messages as a table; a click opens a message and its reply form.

import { useState } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { refusalOf } from '#app/platform/acts/refusal.ts'
import { client } from '#app/platform/session/session.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { TextArea } from '#app/ui/forms/field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { formatMoment } from '#shared/format.ts'
import { CONTACT } from '#shared/limits.ts'
import { cut } from '#shared/plain-text.ts'
import { answerMessage, type Message, markAnswered, subjectWord } from './queries.ts'

const column = columnsOf<Message>()

/** Characters of a message in the list. */
const PREVIEW = 100

type MessageTableProps = { messages: readonly Message[]; onChanged: () => Promise<void> }

export function MessageTable({ messages, onChanged }: MessageTableProps) {
  const [opened, setOpened] = useState<Message | null>(null)
  const [mark, busy] = useAct(
    async (open: readonly Message[], _clear: () => void) =>
      markAnswered(
        await client(),
        open.map(({ id }) => id),
        true,
      ),
    {
      done: (_marked, _open, clear) => {
        clear()
        toast({ title: 'Marked as answered' })
        return onChanged()
      },
      failed: notDone('Error', 'The messages could not be marked.'),
    },
  )
  return (
    <>
      <DataTable
        label="Contact messages"
        columns={columnsFor(setOpened)}
        rows={messages}
        keyOf={({ id }) => id}
        nameOf={({ name, subject }) => `${subjectWord(subject)} from ${name}`}
        bulk={(chosen, clear) => {
          const open = chosen.filter(({ answered_at }) => answered_at === null)
          return (
            <Button
              variant="secondary"
              size="small"
              disabled={busy || open.length === 0}
              onClick={() => void mark(open, clear)}
            >
              Mark as answered
            </Button>
          )
        }}
      />
      {opened ? (
        <MessageDialog message={opened} onClose={() => setOpened(null)} onChanged={onChanged} />
      ) : null}
    </>
  )
}

function columnsFor(onOpen: (message: Message) => void) {
  return column.columns([
    column.accessor('name', {
      header: 'From',
      meta: { className: 'w-[28%] max-w-0 py-2' },
      cell: ({ row }) => (
        <span className="block leading-tight">
          <span className="block truncate font-medium">{row.original.name}</span>
          <span className="block truncate text-13 text-muted">{row.original.email}</span>
        </span>
      ),
    }),
    column.display({
      id: 'message',
      header: 'Message',
      meta: { stacked: 'line' },
      cell: ({ row: { original: message } }) => (
        <button
          type="button"
          className="block min-h-11 w-full py-1 text-left leading-snug hover:underline"
          onClick={() => onOpen(message)}
        >
          <span className="block font-medium">{subjectWord(message.subject)}</span>
          <span className="line-clamp-2 text-13 [overflow-wrap:anywhere] text-muted">
            {cut(message.message, PREVIEW)}
          </span>
        </button>
      ),
    }),
    column.accessor(({ created_at }) => Date.parse(created_at), {
      id: 'received',
      header: 'Received',
      meta: { stacked: 'bare', className: 'whitespace-nowrap' },
      cell: ({ row }) => <TimeAgo at={row.original.created_at} />,
    }),
    column.accessor(({ answered_at }) => (answered_at ? 1 : 0), {
      id: 'state',
      header: 'State',
      meta: { stacked: 'bare', className: 'whitespace-nowrap' },
      cell: ({ row }) =>
        row.original.answered_at ? (
          <span className="text-muted">Answered</span>
        ) : (
          <span className="font-medium text-warn">Open</span>
        ),
    }),
  ])
}

type MessageDialogProps = { message: Message; onClose: () => void; onChanged: () => Promise<void> }

/** A contact message and the reply to it. */
function MessageDialog({ message, onClose, onChanged }: MessageDialogProps) {
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
  const [act, busy] = useAct(
    async (how: 'mail' | 'mark') => {
      const supabase = await client()
      if (how === 'mail') await answerMessage(supabase, message.id, answer.trim())
      else await markAnswered(supabase, [message.id], true)
    },
    {
      done: (_answered, how) => {
        toast(
          how === 'mail'
            ? { title: 'Answer sent', text: `It is on its way to ${message.email}.` }
            : { title: 'Marked as answered' },
        )
        onClose()
        return onChanged()
      },
      failed: (error) => {
        console.warn('message was not answered', error)
        setProblem(refusalOf(error)?.message ?? 'Not sent. Please try again; what you typed is kept.')
      },
    },
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (answer.trim() === '') setProblem('Please write an answer first.')
        else void act('mail')
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
  const [reopen, busy] = useAct(async () => markAnswered(await client(), [message.id], false), {
    done: () => {
      onClose()
      return onChanged()
    },
    failed: notDone('Error', 'The message could not be opened again.'),
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
