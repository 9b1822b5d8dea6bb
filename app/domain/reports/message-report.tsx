// Reports a message of the chat, as a member or, unlike anything else, as a guest.
import { Suspense, useState } from 'react'
import { useSession } from '#app/platform/session/session.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import * as t from '#words/reports-more.ts'
import { ReportButton } from './report-button.tsx'

const ReportDialog = lazyWithRetry(() => import('./report-dialog.tsx'))

type MessageReportProps = {
  id: string
  /** What is reported: 'the message by asha: Good morning'. */
  of: string
}

export function MessageReport({ id, of }: MessageReportProps) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const target = { kind: 'message', id } as const
  if (session.status !== 'guest') return <ReportButton target={target} of={of} />
  return (
    <>
      <ActionButton icon="report" label={t.report} aria-label={t.report2(of)} onClick={() => setOpen(true)} />
      {isOpen ? (
        <Suspense>
          <ReportDialog target={target} member="guest" onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
