// The export of all data about the member: requested, in progress, ready.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { refusalOf } from '#app/platform/acts/refusal.ts'
import { client } from '#app/platform/session/session.ts'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { formatDate } from '#shared/format.ts'
import { downloadExport, requestExport } from './own-profile.ts'
import { profileQueries } from './query-options.ts'

const KILOBYTE = 1_024

export default function DataExport({ userId }: { userId: string }) {
  const queries = useQueryClient()
  const options = profileQueries.latestExport(userId)
  const latest = useQuery(options)
  const refresh = () => queries.invalidateQueries(options)
  const [ask, isAsking] = useAct(async () => requestExport(await client(), userId), {
    done: refresh,
    failed: (error) => {
      const why = refusalOf(error)?.message || 'Please try again in a moment.'
      notDone('No copy was asked for', why)(error)
      void refresh()
    },
  })
  const [save, isSaving] = useAct(async (id: string) => saveAs(await downloadExport(id)), {
    failed: notDone('Download failed', 'Please try again in a moment.'),
  })
  if (latest.isPending) return <Skeleton label="Loading your exports..." rows={1} />
  if (latest.isError)
    return <Failed message="Your exports could not be loaded." onRetry={() => void latest.refetch()} />
  const copy = latest.data
  const isReady = copy?.state === 'ready'
  return (
    <div className="max-w-prose space-y-4 text-15">
      <p>
        One file with everything that the site keeps about you: profile, posts, votes, bookmarks, chat,
        reports, sessions and more, as a page to read and as JSON for programs. It is made in the background;
        the bell and a mail tell you when it is ready, and it is kept for seven days.
      </p>
      <p role="status" className="text-14 text-muted">
        {copy?.state === 'waiting' ? 'Your copy is being made. You may leave this page.' : null}
        {copy?.state === 'failed' ? 'Your last copy could not be made. Please ask again.' : null}
        {isReady && copy.expires_at
          ? `Your copy of ${formatDate(copy.requested_at)} is ready until ${formatDate(copy.expires_at)}.`
          : null}
      </p>
      <div className="flex flex-wrap gap-2">
        {isReady ? (
          <Button disabled={isSaving} onClick={() => void save(copy.id)}>
            <Download size={18} aria-hidden />
            {isSaving ? 'Downloading...' : `Download (${sizeOf(copy.bytes ?? 0)})`}
          </Button>
        ) : null}
        {copy?.state === 'waiting' ? null : (
          <Button variant="secondary" disabled={isAsking} onClick={() => ask()}>
            {isAsking ? 'Asking...' : isReady ? 'Ask for a New Copy' : 'Ask for a Copy'}
          </Button>
        )}
      </div>
    </div>
  )
}

function sizeOf(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / KILOBYTE))
  return kilobytes < KILOBYTE ? `${kilobytes} kB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`
}

function saveAs(file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'my-data.zip'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
}
