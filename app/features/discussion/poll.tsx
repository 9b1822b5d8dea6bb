// The poll of a discussion: the votes for each option, and for members a vote of their own. Loaded with a discussion that
// has one; the server renders it for everybody.
import { Pencil } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useAct } from '#app/platform/acts/act.ts'
import { notDone } from '#app/platform/acts/failure.ts'
import { signInPath } from '#app/platform/paths.ts'
import { useMemberQuery } from '#app/platform/query/use-member-query.ts'
import { client } from '#app/platform/session/session.ts'
import { useClock } from '#app/ui/clock.tsx'
import { Failed, Skeleton } from '#app/ui/feedback/states.tsx'
import { toast } from '#app/ui/feedback/toast.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { lazyWithRetry } from '#app/ui/lazy-with-retry.tsx'
import { singlePress } from '#app/ui/single-press.ts'
import { count, formatMoment, formatNumber } from '#shared/format.ts'
import { threadPath } from '#shared/slugs.ts'
import { useThreadAbilities } from './abilities.tsx'

const CorrectPoll = lazyWithRetry(() => import('./correct-poll.tsx'))

type PollProps = {
  thread: { id: string; title: string; is_locked: boolean; category: { slug: string } }
  poll: { question: string; options: string[]; votes: number[]; closes_at: string | null }
  onChanged: () => Promise<void>
}

export default function Poll({ thread, poll, onChanged }: PollProps) {
  const { question, options, votes, closes_at } = poll
  const clock = useClock()
  const heading = useId()
  const isClosed = closes_at !== null && clock.hasPassed(Date.parse(closes_at))
  const isOpen = !thread.is_locked && !isClosed
  const {
    data: own,
    error,
    retry,
  } = useMemberQuery(
    async (userId) => (await import('./query-options.ts')).discussionQueries.ownPoll(thread.id, userId),
    [thread],
  )
  const { data: abilities } = useThreadAbilities(thread)
  const [isCorrecting, setCorrecting] = useState(false)
  const [vote, isBusy] = useAct(
    async (choice: number | null) =>
      (await client())
        .rpc('vote_in_poll', { thread: thread.id, ...(choice === null ? {} : { choice }) })
        .throwOnError(),
    {
      id: `vote ${thread.id}`,
      done: async (_counted, choice) => {
        await onChanged()
        toast({ title: choice === null ? 'Vote taken back' : 'Vote counted' })
      },
      failed: notDone('Vote not counted', 'There was an error saving your vote. Please try again.'),
    },
  )
  const total = votes.reduce((sum, one) => sum + one, 0)
  const mayVote = isOpen && own != null && abilities?.can_reply === true
  if (isCorrecting && own) {
    return (
      <Suspense fallback={<Skeleton label="Loading the poll..." />}>
        <CorrectPoll
          threadId={thread.id}
          poll={{ question, options, days: own.open_days }}
          onClose={() => setCorrecting(false)}
          onCorrected={onChanged}
        />
      </Suspense>
    )
  }
  return (
    <section aria-labelledby={heading} className="mt-4 border-t border-line pt-4 sm:ml-14">
      <h2 id={heading} className="font-sans text-16 font-semibold [overflow-wrap:anywhere]">
        {question}
      </h2>
      <ul className="mt-2 space-y-3">
        {options.map((option, index) => {
          const counted = votes[index] ?? 0
          const percent = total === 0 ? 0 : Math.round((100 * counted) / total)
          const isOwn = own?.choice === index + 1
          return (
            <li key={option} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
              <div className="flex min-w-0 items-baseline justify-between gap-3 text-15 max-sm:col-span-2">
                <span className={`min-w-0 [overflow-wrap:anywhere] ${isOwn ? 'font-semibold' : ''}`}>
                  {option}
                  {isOwn ? <span className="answer-chip sign-check ml-2 text-13">Your vote</span> : null}
                </span>
                <span className="shrink-0 text-14 text-muted tabular-nums">
                  {count(counted, 'vote', 'votes')} · {percent}%
                </span>
              </div>
              <div aria-hidden className="col-start-1 h-2 overflow-hidden rounded-full bg-raised">
                <div className="h-full rounded-full bg-edge" style={{ width: `${percent}%` }} />
              </div>
              {mayVote ? (
                <Button
                  variant={isOwn ? 'quiet' : 'secondary'}
                  size="small"
                  className="w-24 sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:self-end"
                  disabled={isBusy}
                  aria-label={`${isOwn ? 'Take back' : 'Vote'}: ${option}`}
                  onClick={singlePress(() => vote(isOwn ? null : index + 1))}
                >
                  {isOwn ? 'Take back' : 'Vote'}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
      <p className="mt-3 text-14 text-muted">
        {formatNumber(total)} {total === 1 ? 'vote' : 'votes'} in all
        {closes_at === null ? null : (
          <>
            {' · '}
            {isClosed ? 'closed on ' : 'closes on '}
            <time dateTime={closes_at}>{formatMoment(closes_at)}</time>
            {isClosed ? null : (
              <>
                {' · '}
                <a
                  href={`${threadPath(thread)}/poll.ics`}
                  className="text-accent underline underline-offset-2"
                >
                  Add to calendar
                </a>
              </>
            )}
          </>
        )}
        {isOpen ? (
          <span className="guest-only">
            {' · '}
            <a href={signInPath(threadPath(thread))} className="text-accent underline underline-offset-2">
              Sign in to vote
            </a>
          </span>
        ) : null}
      </p>
      {error && !own ? (
        <div className="mt-3">
          <Failed message="Your vote could not be loaded." onRetry={retry} />
        </div>
      ) : null}
      {own?.can_edit ? (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setCorrecting(true)}>
          <Pencil size={16} aria-hidden /> Correct the poll
        </Button>
      ) : null}
    </section>
  )
}
