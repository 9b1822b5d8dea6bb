// Says that mail to the member's address was refused, what that stops, and how to go on.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { clientQuery } from '#app/platform/query/client-query.ts'
import { client } from '#app/platform/session/session.ts'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { formatDate } from '#shared/format.ts'
import * as t from '#words/notifications-more.ts'

const WHY: Readonly<Record<string, string>> = {
  hard: t.wasRefused,
  soft: t.wasRefusedSeveralTimes,
  complaint: t.wasReportedAsUnwanted,
}

/** 'a…@example.com': enough to recognise one's own address by. */
function shortened(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}…${address.slice(at)}`
}

export function MailPaused({ userId, email }: { userId: string; email: string }) {
  const queries = useQueryClient()
  const options = clientQuery(['mail refusal', userId], async (client) => {
    const { data } = await client
      .from('mail_refusals')
      .select('address, kind, refused_at')
      .eq('user_id', userId)
      .eq('is_paused', true)
      .maybeSingle()
      .throwOnError()
    return data
  })
  const { data: refusal } = useQuery(options)
  const [resume, isResuming] = useAct(
    async () => (await client()).from('mail_refusals').delete().eq('user_id', userId).throwOnError(),
    {
      done: () => {
        queries.setQueryData(options.queryKey, null)
        toast({ title: t.mailIsOnAgain, text: t.itStopsAgainIfYour })
      },
      failed: notDone(t.notChanged, t.mailIsStillPausedPlease),
    },
  )
  if (!refusal || refusal.address !== email.toLowerCase()) return null
  return (
    <section
      aria-label={t.mailIsPaused}
      className="mb-4 rounded-card border border-loss bg-surface p-4 sm:px-6"
    >
      <p className="text-15">
        {t.mailToOnNotificationsAnd(
          shortened(refusal.address),
          WHY[refusal.kind] ?? WHY.hard,
          formatDate(refusal.refused_at),
        )}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" disabled={isResuming} onClick={() => void resume()}>
          {t.tryAgain}
        </Button>
        <Link
          to="/settings/security"
          className="inline-flex min-h-11 items-center text-14 text-accent hover:underline"
        >
          {t.checkTheAddress}
        </Link>
      </div>
    </section>
  )
}
