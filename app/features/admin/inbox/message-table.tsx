// The contact messages as a table; a click opens one.
import { useState } from 'react'
import { useWrite } from '#app/platform/query/use-write.ts'
import { client } from '#app/platform/session/session.ts'
import { cut } from '#app/platform/text/plain-text.ts'
import { TimeAgo } from '#app/ui/clock.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { columnsOf } from '#app/ui/tables/columns.ts'
import { DataTable } from '#app/ui/tables/data-table.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { type Message, markAnswered, subjectWord } from './queries.ts'

const column = columnsOf<Message>()

/** Characters of a message in the list. */
const PREVIEW = 100

type MessageTableProps = { messages: readonly Message[]; onChanged: () => Promise<void> }

export function MessageTable({ messages, onChanged }: MessageTableProps) {
  const [opened, setOpened] = useState<Message | null>(null)
  const [mark, busy] = useWrite({
    mutationFn: async ({ open }: { open: readonly Message[]; clear: () => void }) =>
      markAnswered(
        await client(),
        open.map(({ id }) => id),
        true,
      ),
    onSuccess: (_done, { clear }) => {
      clear()
      toast({ title: 'Marked as answered' })
      return onChanged()
    },
    onError: (error) => {
      console.warn('messages were not marked', error)
      toast({ title: 'Error', text: 'The messages could not be marked.', variant: 'destructive' })
    },
  })
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
              onClick={() => mark({ open, clear })}
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
