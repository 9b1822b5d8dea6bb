// Reports a member or a message; a post has it in its menu (app/features/discussion/post-menu.tsx).
import { ActionButton } from '#app/ui/forms/action-button.tsx'
import * as t from '#words/reports-more.ts'
import { TARGET_WORDS, type Target } from './report-reasons.ts'
import { useReport } from './use-report.tsx'

type ReportButtonProps = {
  target: Target
  /** What is reported, where a page has several such buttons: 'message by asha'. */
  of?: string
}

export function ReportButton({ target, of = t.thisOne(TARGET_WORDS[target.kind]) }: ReportButtonProps) {
  const [report, dialog] = useReport(target)
  return (
    <>
      <ActionButton
        icon="report"
        label={t.report}
        spelled={target.kind === 'profile'}
        aria-label={t.report2(of)}
        onClick={report}
      />
      {dialog}
    </>
  )
}
