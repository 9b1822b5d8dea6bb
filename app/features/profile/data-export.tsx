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
import * as t from '#words/profile.ts'
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
      const why = refusalOf(error)?.message || t.pleaseTryAgainInA
      notDone(t.noCopyWasAskedFor, why)(error)
      void refresh()
    },
  })
  const [save, isSaving] = useAct(async (id: string) => saveAs(await downloadExport(id)), {
    failed: notDone(t.downloadFailed, t.pleaseTryAgainInA),
  })
  if (latest.isPending) return <Skeleton label={t.loadingYourExports} rows={1} />
  if (latest.isError)
    return <Failed message={t.yourExportsCouldNotBe} onRetry={() => void latest.refetch()} />
  const copy = latest.data
  const isReady = copy?.state === 'ready'
  return (
    <div className="max-w-prose space-y-4 text-15">
      <p>{t.oneFileWithEverythingThat}</p>
      <p role="status" className="text-14 text-muted">
        {copy?.state === 'waiting' ? t.yourCopyIsBeingMade : null}
        {copy?.state === 'failed' ? t.yourLastCopyCouldNot : null}
        {isReady && copy.expires_at
          ? t.yourCopyOfIsReady(formatDate(copy.requested_at), formatDate(copy.expires_at))
          : null}
      </p>
      <div className="flex flex-wrap gap-2">
        {isReady ? (
          <Button disabled={isSaving} onClick={() => void save(copy.id)}>
            <Download size={18} aria-hidden />
            {isSaving ? t.downloading : t.download(sizeOf(copy.bytes ?? 0))}
          </Button>
        ) : null}
        {copy?.state === 'waiting' ? null : (
          <Button variant="secondary" disabled={isAsking} onClick={() => ask()}>
            {isAsking ? t.asking : isReady ? t.askForANewCopy : t.askForACopy}
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
