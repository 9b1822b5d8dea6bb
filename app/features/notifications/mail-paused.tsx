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

const WHY: Readonly<Record<string, string>> = {
  hard: 'was refused',
  soft: 'was refused several times, most recently',
  complaint: 'was reported as unwanted',
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
        toast({ title: 'Mail is on again', text: 'It stops again if your address refuses the next one.' })
      },
      failed: notDone('Not changed', 'Mail is still paused. Please try again.'),
    },
  )
  if (!refusal || refusal.address !== email.toLowerCase()) return null
  return (
    <section
      aria-label="Mail is paused"
      className="mb-4 rounded-card border border-loss bg-surface p-4 sm:px-6"
    >
      <p className="text-15">
        Mail to {shortened(refusal.address)} {WHY[refusal.kind] ?? WHY.hard} on{' '}
        {formatDate(refusal.refused_at)}; notifications and digests by mail are paused. Mails about your
        account still go there.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" disabled={isResuming} onClick={() => void resume()}>
          Try again
        </Button>
        <Link
          to="/settings/security"
          className="inline-flex min-h-11 items-center text-14 text-accent hover:underline"
        >
          Check the address
        </Link>
      </div>
    </section>
  )
}
