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
import { cut } from '#shared/cut.ts'
import { formatMoment } from '#shared/format.ts'
import { CONTACT } from '#shared/limits.ts'
import * as t from '#words/admin.ts'
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
        toast({ title: t.markedAsAnswered })
        return onChanged()
      },
      failed: notDone('Error', t.theMessagesCouldNotBe),
    },
  )
  return (
    <>
      <DataTable
        label={t.contactMessages}
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
              {t.markAsAnswered}
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
          <span className="text-muted">{t.answered}</span>
        ) : (
          <span className="font-medium text-warn">{t.open}</span>
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
        {member ? t.member(member.username) : t.notSignedIn} · {formatMoment(created_at)}
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
            ? { title: t.answerSent, text: t.itIsOnItsWay(message.email) }
            : { title: t.markedAsAnswered },
        )
        onClose()
        return onChanged()
      },
      failed: (error) => {
        console.warn('message was not answered', error)
        setProblem(refusalOf(error)?.message ?? t.notSentPleaseTryAgain)
      },
    },
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (answer.trim() === '') setProblem(t.pleaseWriteAnAnswerFirst)
        else void act('mail')
      }}
    >
      <TextArea
        label={t.answerTo(message.name)}
        hint={t.mailedToInTheSites(message.email)}
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
          {t.close}
        </Button>
        <Button variant="secondary" onClick={() => void act('mark')} disabled={busy}>
          {t.markAsAnswered}
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? t.sending : t.sendAnswer}
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
    failed: notDone('Error', t.theMessageCouldNotBe),
  })
  return (
    <>
      <p className="text-14 text-muted">
        {message.by ? t.answered2(message.by.username) : t.answered}
        {message.answered_at ? t.on(formatMoment(message.answered_at)) : ''}
        {message.answer === null ? t.notFromHere : message.answer_mailed_at ? '.' : t.theMailWaitsToLeave}
      </p>
      {message.answer ? (
        <p className="mt-2 border-l-2 border-control-line pl-4 text-15 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {message.answer}
        </p>
      ) : null}
      <div className="mt-5 flex justify-end gap-2">
        {message.answer === null ? (
          <Button variant="secondary" onClick={() => void reopen()} disabled={busy}>
            {t.openAgain}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </>
  )
}
