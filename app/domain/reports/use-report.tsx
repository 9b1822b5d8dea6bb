// Reports something: a guest signs in first and returns to it. The dialog is loaded on demand.
import { type ReactNode, Suspense, useState } from 'react'
import { type Acting, useIntent, useRequireMember } from '#app/platform/acts/guest.ts'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import type { Target } from './report-reasons.ts'

const ReportDialog = lazyWithRetry(() => import('./report-dialog.tsx'))

/** @returns opens the dialog, and the dialog while it is open */
export function useReport(target: Target): readonly [() => void, ReactNode] {
  const requireMember = useRequireMember()
  const [member, setMember] = useState<Acting | null>(null)
  const open = () => void requireMember(`report ${target.id}`).then(setMember)
  useIntent([`report ${target.id}`], true, open)
  const dialog = member ? (
    <Suspense>
      <ReportDialog target={target} member={member} onClose={() => setMember(null)} />
    </Suspense>
  ) : null
  return [open, dialog]
}
