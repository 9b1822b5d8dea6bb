// The console of reports (SPEC.md links to /admin/moderate).
import { adminMeta } from '#app/features/admin/admin-frame.tsx'
import { ReportConsole } from './report-console.tsx'

export const meta = adminMeta('Reports', '/admin/moderate')

export default function Moderate() {
  return <ReportConsole />
}
