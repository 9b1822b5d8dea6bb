// Opens the report dialog, which is loaded on demand.
import { Suspense, useState } from 'react'
import { type Acting, useIntent, useRequireMember } from '#app/platform/acts/guest.ts'
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { TARGET_WORDS, type Target } from './report-reasons.ts'

const ReportDialog = lazyWithRetry(() => import('./report-dialog.tsx'))

type ReportButtonProps = {
  target: Target
  /** What is reported, where a page has several such buttons: 'reply by asha'. */
  of?: string
}

/** A guest signs in first and returns. */
export function ReportButton({ target, of = `this ${TARGET_WORDS[target.kind]}` }: ReportButtonProps) {
  const requireMember = useRequireMember()
  const [member, setMember] = useState<Acting | null>(null)
  const open = () => void requireMember(`report ${target.id}`).then(setMember)
  useIntent([`report ${target.id}`], true, open)
  return (
    <>
      <ActionButton
        icon="report"
        label="Report"
        spelled={target.kind === 'profile'}
        aria-label={`Report ${of}`}
        onClick={open}
      />
      {member ? (
        <Suspense>
          <ReportDialog target={target} member={member} onClose={() => setMember(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
